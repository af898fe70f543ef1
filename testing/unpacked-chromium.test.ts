import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { endWithThisProcess } from './guardian/guard.ts'
import { ROOT } from './test-cluster.ts'

mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
const home = mkdtempSync(join(ROOT, '.tmp', 'browser-home-'))
endWithThisProcess({ folder: home })
after(() => rmSync(home, { recursive: true, force: true }))

/** Unpacks Chromium, unless it already is, and runs it immediately. */
const PROGRAM = `
  import { openBrowser } from ${JSON.stringify(join(import.meta.dirname, 'browser.ts'))}
  import { unpackedChromium } from ${JSON.stringify(join(import.meta.dirname, 'unpacked-chromium.ts'))}
  const { executablePath, env } = unpackedChromium(${JSON.stringify(home)})
  const browser = await openBrowser({ executablePath, env: { ...process.env, ...env } })
  const page = await browser.newPage()
  await page.setContent('<p style="font: 20px sans-serif">Text</p>')
  const width = await page.evaluate(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('p'))
    return range.getBoundingClientRect().width
  })
  await browser.close()
  process.stdout.write(width > 20 ? 'works' : 'has no fonts: ' + width)`

async function firstStart() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Simulates a bare machine: nothing is unpacked yet, and the user has no writable folder.
    env: {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      TMPDIR: '/nonexistent',
      ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child, 'close')
  return output
}

test('several processes that open a browser concurrently on a bare machine all get one that starts', async () => {
  const outputs = await Promise.all([firstStart(), firstStart()])
  assert.deepEqual(outputs, ['works', 'works'])
  assert.deepEqual(
    readdirSync(home).filter((entry) => /chromium/.test(entry)).length,
    1,
    'no partly unpacked folder is left',
  )
})
