// What a third-party page may frame: the blocks, but no screen, even if the user is signed in.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { keysOf, makeCreator, makeTenant, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@framing.test', password: PASSWORD })
const mill = await makeTenant(mara, 'Mill')
const browser = await launchBrowser()

test('[K01] a third-party page can frame a block, but no screen', async () => {
  const page = await (await studioContext(browser, instance.url, mara.session)).newPage()
  const block = `/embed/pay?tenant=${mill.public_key}`
  const screens = ['/', '/auth', '/studio', '/bolt/blocks', '/trust-check', '/no/such/page']
  const body = [block, ...screens].map((path) => `<iframe src="${instance.url}${path}"></iframe>`).join('')
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body))
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  after(() => void site.close())
  await page.goto(`http://shop.localhost:${(site.address() as AddressInfo).port}/`)
  const shownIn = () =>
    page
      .mainFrame()
      .childFrames()
      .map((frame) => frame.url())
  await expect
    .poll(shownIn)
    .toEqual([instance.url + block, ...screens.map(() => 'chrome-error://chromewebdata/')])
})
