// The component gallery for developers: every theme, light and dark, wide and narrow.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { build, preview } from 'vite'
import { expect, launchBrowser } from '#testing/browser.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { violations } from './accessibility.ts'
import { fitsItsWidth } from './sideways.ts'

// A build instead of the development server, which reloads dependencies while the page is already
// open.
const outDir = mkdtempSync(join(tmpdir(), 'bolt-blocks-gallery-'))
after(() => rmSync(outDir, { recursive: true, force: true }))
const of = {
  configFile: join(ROOT, 'testing/gallery/vite.config.ts'),
  logLevel: 'error' as const,
  build: { outDir, emptyOutDir: true },
}
await build(of)
const server = await preview({ ...of, preview: { host: 'localhost', port: 0 } })
after(() => server.close())
const { port } = server.httpServer.address() as { port: number }
const browser = await launchBrowser()
const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })
const page = await context.newPage()
const faults: string[] = []
page.on('pageerror', (error) => faults.push(error.message))

for (const theme of ['clean', 'retro', 'zen'])
  for (const mode of ['light', 'dark'])
    test(`the components in ${theme}, ${mode}: axe finds nothing, and nothing is wider than a phone`, async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`http://localhost:${port}/?theme=${theme}&mode=${mode}`)
      await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expect(page.locator('html')).toHaveAttribute('data-mode', mode)
      await expect(page.getByRole('slider', { name: 'Sales by day' })).toBeVisible()
      assert.deepEqual(await violations(page), [])
      await page.setViewportSize({ width: 360, height: 800 })
      await fitsItsWidth(page)
      assert.deepEqual(faults, [])
    })
