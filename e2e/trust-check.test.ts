// The trust check in a browser, against a third-party site on this machine.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'

/** The site's responses, by path. */
const pages: Record<string, { headers?: OutgoingHttpHeaders; html: string }> = {
  '/bare': { html: '<h1>Bread</h1>' },
  '/strict': {
    headers: {
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': "default-src 'self'; frame-src https://js.stripe.com",
    },
    html: '<meta name="generator" content="WordPress 6.8"><a href="https://buy.stripe.com/x">Buy</a>',
  },
  '/hostile': {
    headers: { 'x-evil': '<img src=x onerror="window.hit=1">', server: '<script>window.hit=1</script>' },
    html: '<script>window.hit=1</script><iframe srcdoc="<script>parent.hit=1</script>"></iframe><meta http-equiv="refresh" content="0;url=https://evil.example"><img src=x onerror="window.hit=1">',
  },
}
const requestedPaths: string[] = []
const site = createServer((request, response) => {
  requestedPaths.push(request.url ?? '')
  const page = pages[request.url ?? '']
  if (page) response.writeHead(200, { 'content-type': 'text/html', ...page.headers }).end(page.html)
  else response.destroy()
})
await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
after(() => {
  site.closeAllConnections()
  site.close()
})
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
const instance = await testInstance({ OUTBOUND_ALLOW: origin })
const browser = await launchBrowser()
const visitor = await (await studioContext(browser, instance.url, undefined)).newPage()

const run = async (page: Page, address: string) => {
  await page.getByRole('textbox', { name: 'Website address' }).fill(address)
  await page.getByRole('button', { name: 'Run check' }).click()
}
/** The text of a finding. */
const finding = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('[S2-009] [S2-010] [S2-237] [S2-230] [S5-050] a visitor opens the trust check, is asked for an address, and runs a check', async () => {
  await visitor.goto(`${instance.url}/trust-check`)
  await expect(visitor.getByRole('heading', { name: 'Trust check', level: 1 })).toBeVisible()
  await expect(visitor.getByText('Beta', { exact: true })).toBeVisible()
  await expect(visitor.getByRole('figure', { name: 'Example of a result' })).toContainText('js.stripe.com')
  await expect(visitor.getByText(/verification helper, not a certification/i)).toBeVisible()
  assert.deepEqual(await violations(visitor), [])
  await run(visitor, '   ')
  await expect(visitor.getByText('Enter a web address such as https://shop.example')).toBeVisible()
  await expect(visitor.getByRole('textbox', { name: 'Website address' })).toBeFocused()
  assert.deepEqual(requestedPaths, [])
  await run(visitor, `${origin}/bare`)
  await expect(visitor.getByRole('heading', { name: /^\d of \d passed$/ })).toBeVisible()
  assert.deepEqual(requestedPaths, ['/bare'])
  await expect(visitor).toHaveURL(`${instance.url}/trust-check?url=${encodeURIComponent(`${origin}/bare`)}`)
})

test('[S2-231] [S2-232] [S2-233] [S2-234] [S2-235] missing headers are named, and present ones pass', async () => {
  for (const [title, verdict] of [
    ['HTTPS', 'Use HTTPS'],
    ['HSTS header', 'Add HSTS'],
    ['CSP present', 'No CSP'],
    ['CSP allows the card provider', 'Pass'],
    ['Hosted-checkout signals in the HTML', 'None found'],
    ['CSP allows our blocks', 'Pass'],
    ['Bolt Blocks snippet', 'Not found'],
  ] as const)
    await expect(finding(visitor, title).getByText(verdict, { exact: true })).toBeVisible()
  await run(visitor, `${origin}/strict`)
  await expect(finding(visitor, 'CSP present').getByText('Pass', { exact: true })).toBeVisible()
  const blocked = finding(visitor, 'CSP allows the card provider')
  await expect(blocked.getByText('Blocked', { exact: true })).toBeVisible()
  await expect(
    finding(visitor, 'Hosted-checkout signals in the HTML').getByText('Pass', { exact: true }),
  ).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'This site runs on WordPress' })).toBeVisible()
  assert.deepEqual(await violations(visitor), [])
  const ours = finding(visitor, 'CSP allows our blocks')
  await ours.getByRole('button', { name: 'Copy' }).first().click()
  assert.match(
    await visitor.evaluate(() => navigator.clipboard.readText()),
    new RegExp(`^script-src 'self' ${instance.url};\nframe-src https://js.stripe.com ${instance.url};$`),
  )
})

test('[S2-236] [J14] a hostile page is shown as text: nothing in it runs, loads or redirects', async () => {
  const requests: string[] = []
  const record = (request: { url(): string }) => void requests.push(request.url())
  visitor.on('request', record)
  await run(visitor, `${origin}/hostile`)
  const html = visitor.getByLabel('HTML of the page')
  await expect(html).toHaveText(pages['/hostile']!.html)
  const headers = visitor.getByRole('region', { name: 'Headers snapshot' })
  await expect(headers.getByText('<img src=x onerror="window.hit=1">')).toBeVisible()
  assert.equal(await html.evaluate((el) => el.childElementCount), 0)
  assert.equal(await visitor.evaluate(() => (window as { hit?: number }).hit), undefined)
  assert.equal(visitor.frames().length, 1)
  visitor.off('request', record)
  assert.deepEqual(
    requests.filter((url) => !url.startsWith(instance.url) && !url.startsWith('data:')),
    [],
  )
  await expect(visitor).toHaveURL(/trust-check/)
})

test('a site that does not respond, or must not be requested, shows an error in place; the input stays', async () => {
  for (const address of [`${origin}/gone`, 'http://169.254.169.254/latest/meta-data/']) {
    await run(visitor, address)
    await expect(visitor.getByRole('alert')).toContainText('This site could not be read.')
    await expect(visitor.getByRole('textbox', { name: 'Website address' })).toHaveValue(address)
  }
  await run(visitor, 'ftp://shop.example')
  await expect(visitor.getByRole('alert')).toContainText('Enter a web address such as https://shop.example')
})

test('a creator’s checks are stored: they can be reopened by address or from a list, and cleared', async () => {
  const person = { email: 'mara@hearthandrye.test', password: PASSWORD }
  const { session } = await makeCreator(keysOf(instance), person)
  const context = await studioContext(browser, instance.url, session)
  const page = await context.newPage()
  await page.goto(`${instance.url}/trust-check?url=${encodeURIComponent(`${origin}/strict`)}`)
  await expect(page).toHaveURL(/\?check=[0-9a-f-]{36}$/)
  await expect(page.getByLabel('HTML of the page')).toBeVisible()
  const before = requestedPaths.length
  await page.reload()
  await expect(finding(page, 'HTTPS').getByText('Use HTTPS', { exact: true })).toBeVisible()
  await expect(page.getByText('We do not store the page. Run the check again to see it.')).toBeVisible()
  assert.equal(requestedPaths.length, before, 'a reload sends no request to the site')
  await expect(page.getByRole('textbox', { name: 'Website address' })).toHaveValue(`${origin}/strict`)
  await run(page, `${origin}/bare`)
  const list = page.getByRole('table', { name: 'Your checks' })
  await expect(list.getByRole('link')).toHaveText([`${origin}/bare`, `${origin}/strict`])
  assert.deepEqual(await violations(page), [])
  await list.getByRole('link', { name: `${origin}/strict` }).click()
  await expect(finding(page, 'CSP present').getByText('Pass', { exact: true })).toBeVisible()
  const checkUrl = page.url()
  await visitor.goto(checkUrl)
  await expect(visitor.getByRole('heading', { name: 'This check is private' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear all' }).click()
  await expect(list).toHaveCount(0)
  await page.goto(checkUrl)
  await expect(page.getByRole('alert')).toContainText('This check no longer exists')
})
