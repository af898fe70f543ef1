// Visits of a third-party site: each view counted once, without cookies and storage, and shown in the Studio.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ARGS, PATIENCE, expect, openBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, operatorOf, studioContext } from './api.ts'
import { makeBakery } from './bakery.ts'
import { block } from './visitor.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
let publicKey = ''

/** A site whose policy allows our host alone, with two documents and routes of its own script. */
const server = createServer((request, response) => {
  const name = request.url === '/second' ? 'Second' : 'Bread'
  response
    .writeHead(request.url === '/favicon.ico' ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src ${instance.url} 'unsafe-inline'; frame-src ${instance.url}; connect-src ${instance.url}`,
    })
    .end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${name}</title><script>window.bb=window.bb||function(){(bb.q=bb.q||[]).push(arguments)}</script><script async src="${instance.url}/v1/bb.js" data-tenant="${publicKey}"></script><body><main><h1>${name}</h1><div data-bb-block="analytics"></div><a href="/second">Second</a> <button data-bb-event="newsletter">Newsletter</button> <a href="http://partner.localhost:1/book?token=secret" onclick="event.preventDefault()">Partner</a></main></body></html>`,
    )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const site = `http://bread.localhost:${(server.address() as AddressInfo).port}`
const mara = await makeBakery(keys, site)
publicKey = mara.tenant.public_key

async function invoke<T>(
  path: string,
  method: 'GET' | 'PUT' = 'GET',
  body?: Record<string, unknown>,
): Promise<{ data: T; status: number | undefined }> {
  const { data, error } = await mara.client.functions.invoke<T>(`analytics/${mara.tenant.id}/${path}`, {
    method,
    body: body!,
  })
  const status = (error as { context?: Response } | null)?.context?.status
  return { data: data as T, status }
}
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
async function set(change: Record<string, unknown>): Promise<void> {
  const settings = { collection: 'on', raw_days: 365, own_networks: [], public_figures: [], ...change }
  assert.equal((await invoke('settings', 'PUT', settings)).status, undefined)
}
/** How often each value of a dimension was counted. */
async function counted(dimension: string): Promise<Record<string, number>> {
  const period = `from=${dayOf(1)}&to=${dayOf(0)}&zone=UTC`
  const { data } = await invoke<{ rows: { value: string; count: number }[] }>(
    `list?${period}&dimension=${dimension}`,
  )
  return Object.fromEntries(data.rows.map(({ value, count }) => [value, count]))
}
const until = (dimension: string, expected: Record<string, number>) =>
  expect.poll(() => counted(dimension)).toEqual(expected)

/**
 * Chromium without a window names itself as a program, which is not counted. The name is the browser's own and not a page's, because what a page sends
 * while it is left would have the old one.
 */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const browser = await openBrowser({ args: [...ARGS, `--user-agent=${USER_AGENT}`] })
after(() => browser.close())
/** A page of a new visitor, and what it requests of analytics. */
async function visitor(): Promise<{ page: Page; requests: string[] }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', (request) => {
    if (/bb-extra|analytics-events/.test(request.url())) requests.push(request.url())
  })
  return { page, requests }
}
const stored = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
/** Waits until the frame has reported whether its tenant counts, and for longer than reports are gathered. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.querySelector('bb-block, [data-bb-block]')?.querySelector('iframe'),
  )
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1500)
}

test('[peers N10] nothing is requested or counted while analytics is off', async () => {
  const { page, requests } = await visitor()
  await page.goto(site)
  await settled(page)
  assert.deepEqual(requests, [])
  assert.deepEqual(await counted('page'), {})
})

test('[S1-033] [peers N1] [peers N3] documents, client-side routes, Back and the back/forward cache count once each, without cookies and storage', async () => {
  await set({})
  const { page } = await visitor()
  await page.goto(site)
  await until('page', { '/': 1 })
  await page.evaluate(() => history.pushState(null, '', '/loaf'))
  await until('page', { '/': 1, '/loaf': 1 })
  // A filter is no other view.
  await page.evaluate(() => history.replaceState(null, '', '/loaf?sort=price'))
  await page.evaluate(() => history.go(-1))
  await until('page', { '/': 2, '/loaf': 1 })
  await page.getByRole('link', { name: 'Second' }).click()
  await until('page', { '/': 2, '/loaf': 1, '/second': 1 })
  await page.goBack()
  await until('page', { '/': 3, '/loaf': 1, '/second': 1 })
  // As the browser announces a page that it has restored.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await until('page', { '/': 4, '/loaf': 1, '/second': 1 })
  await page.waitForTimeout(1500)
  await until('page', { '/': 4, '/loaf': 1, '/second': 1 })
  assert.deepEqual(await stored(page), [])
  assert.deepEqual(await page.context().cookies(), [])
})

test('[S1-033] [peers N4] [peers N7] [peers N9] events, links without their query, the steps of blocks and how fast pages were need no set-up', async () => {
  const { '/': before = 0, ...others } = await counted('page')
  const { page } = await visitor()
  await page.goto(site)
  await until('page', { ...others, '/': before + 1 })
  await page.getByRole('button', { name: 'Newsletter' }).click()
  await page.getByRole('link', { name: 'Partner' }).click()
  await page.evaluate(() => {
    const { bb } = window as unknown as { bb: (...call: unknown[]) => void }
    bb('track', 'brochure')
    bb('track', { not: 'a name' })
  })
  await page.goto('about:blank')
  await until('event', { newsletter: 1, brochure: 1 })
  await until('link', { 'partner.localhost:1/book': 1 })
  assert.ok((await counted('block'))['analytics:opened']! >= 1)
  const { data } = await invoke<{ vitals: { name: string }[] }>(
    `vitals?from=${dayOf(1)}&to=${dayOf(0)}&zone=UTC`,
  )
  assert.ok(data.vitals.some(({ name }) => name === 'TTFB'))
})

test('[peers N1] where consent is required, nothing is requested or stored before it, and a refusal ends it', async () => {
  await set({ collection: 'consent' })
  const before = await counted('page')
  const { page, requests } = await visitor()
  await page.goto(site)
  await settled(page)
  assert.deepEqual(requests, [])
  assert.deepEqual(await stored(page), [])
  const consent = (given: boolean) =>
    page.evaluate((value) => {
      const { bb } = window as unknown as { bb: (...call: unknown[]) => void }
      bb('consent', value)
    }, given)
  await consent(true)
  await until('page', { ...before, '/': before['/']! + 1 })
  assert.deepEqual(await stored(page), ['bb:visitor'])
  await consent(false)
  await expect.poll(() => stored(page)).toEqual(['bb:not-measured'])
  const sent = requests.length
  await page.evaluate(() => history.pushState(null, '', '/private'))
  await page.waitForTimeout(2500)
  assert.equal(requests.length, sent)
})

test('[peers N10] a visitor who refused, and one whose browser objects, are not counted', async () => {
  await set({})
  const before = await counted('page')
  for (const objection of ['globalPrivacyControl', 'bb:not-measured']) {
    const { page, requests } = await visitor()
    await page.addInitScript((name) => {
      if (name.startsWith('bb:')) localStorage.setItem(name, '1')
      else Object.defineProperty(navigator, name, { value: true })
    }, objection)
    await page.goto(site)
    await settled(page)
    assert.deepEqual(
      requests.filter((url) => url.includes('analytics-events')),
      [],
      objection,
    )
  }
  assert.deepEqual(await counted('page'), before)
})

test('the block shows the figures that the tenant publishes', async () => {
  await set({ public_figures: ['members', 'orders'] })
  const { page } = await visitor()
  await page.goto(site)
  await expect(block(page, 'analytics').getByRole('listitem')).toHaveText([/^0 members$/, /^0 orders$/])
  assert.deepEqual(await violations(page, true), [])
})

test('[S3-063] the Studio shows the figures, each as a table too, and filters them', async () => {
  const context = await studioContext(browser, instance.url, mara.session, {
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.goto(`${instance.url}/bolt/analytics?tenant=${mara.tenant.id}&days=7`)
  const main = page.getByRole('main')
  const pages = main.getByRole('table', { name: 'Pages' })
  await expect(pages.getByRole('row').nth(1)).toContainText('/')
  await main.getByRole('button', { name: 'Show as a table' }).press('Enter')
  await expect(main.getByRole('table', { name: /Visits by day/ })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await pages.getByRole('button', { name: '/second' }).click()
  await expect(main.getByRole('button', { name: 'Remove the filter Page: /second' })).toBeVisible()
  await expect(main.getByRole('tab', { name: /Visits/ })).toContainText('1')
  await page.getByRole('link', { name: 'Live' }).click()
  await expect(main.getByText('in the last five minutes')).toBeVisible()
  await context.close()
})

test('[S3-063] in live mode Pro is refused: nothing can be turned on and pages do not count; Business may', async () => {
  const operator = operatorOf(keys)
  const { id } = mara.tenant
  const givePlan = async (plan_id: string) =>
    assert.ifError(
      (
        await operator
          .from('bolt_subscriptions')
          .upsert({ user_id: mara.session.user.id, plan_id, status: 'active' })
      ).error,
    )
  assert.ifError((await operator.from('tenants').update({ stripe_mode: 'live' }).eq('id', id)).error)
  const settings = { collection: 'on', raw_days: 90, own_networks: [], public_figures: [] }
  await givePlan('pro')
  assert.equal((await invoke('settings', 'PUT', settings)).status, 402)
  const { page, requests } = await visitor()
  await page.goto(site)
  await settled(page)
  assert.deepEqual(requests, [])
  const context = await studioContext(browser, instance.url, mara.session)
  const studio = await context.newPage()
  await studio.goto(`${instance.url}/bolt/analytics?tenant=${id}`)
  await expect(studio.getByText('In live mode, Analytics needs Business.')).toBeVisible()
  await context.close()
  await givePlan('business')
  assert.equal((await invoke('settings', 'PUT', settings)).status, undefined)
  // Pages are rendered with a plan that may be some seconds old.
  const frame = `${instance.url}/embed/analytics?tenant=${publicKey}&origin=${encodeURIComponent(site)}`
  await expect.poll(async () => (await fetch(frame)).text()).toContain('"measuring":"on"')
  const before = await counted('page')
  await page.goto(site)
  await until('page', { ...before, '/': before['/']! + 1 })
})
