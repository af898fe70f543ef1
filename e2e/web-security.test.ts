// Protects every other journey: in a browser without web security any cross-origin test would pass.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { launchBrowser } from '#testing/browser.ts'

test('the test browser refuses to read across origins', async () => {
  const server = createServer((_, response) => response.end('private'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const browser = await launchBrowser()
  const page = await browser.newPage()
  await page.goto(`http://shop.localhost:${port}/`)
  const read = await page.evaluate(
    (url) =>
      fetch(url).then(
        (response) => response.text(),
        (error: unknown) => (error as Error).name,
      ),
    `http://localhost:${port}/`,
  )
  assert.equal(read, 'TypeError')
})
