// The manual, built on first request and opened in a browser: pages, search and the API reference under their policy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'

const instance = await sharedInstance()
const browser = await launchBrowser()
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
const problems: string[] = []
page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
page.on('pageerror', (error) => problems.push(error.message))

/** Reloads as the waiting page does, until the manual is built. */
async function untilBuilt(): Promise<void> {
  await expect
    .poll(async () => (await fetch(`${instance.url}/docs/`)).status, { timeout: 300_000, intervals: [500] })
    .toBe(200)
}

test('the manual is built when it is first requested; until then a page says so and reloads', async () => {
  const first = await fetch(`${instance.url}/docs/start`)
  if (first.status !== 200) {
    assert.equal(first.status, 503)
    assert.equal(first.headers.get('refresh'), '2')
    assert.match(await first.text(), /The manual is being built/)
  }
  await untilBuilt()
  const moved = await fetch(`${instance.url}/docs`, { redirect: 'manual' })
  assert.deepEqual([moved.status, moved.headers.get('location')], [308, '/docs/'])
  assert.equal((await fetch(`${instance.url}/docs/no-such-page`)).status, 404)
  assert.equal((await fetch(`${instance.url}/docs/..%2f..%2fpackage.json`)).status, 404)
})

test('pages, links between them and the search work under the policy', async () => {
  await page.goto(`${instance.url}/docs/`)
  await page.getByRole('link', { name: 'Start', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Start', level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'the script tag' }).click()
  await expect(page.getByRole('heading', { name: 'Embeds', level: 1 })).toBeVisible()
  await page.goto(`${instance.url}/docs/guides/webflow`)
  await expect(page.getByRole('heading', { name: 'Bolt Blocks on Webflow' })).toBeVisible()
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill('SECRET_KEYS')
  await expect(page.getByRole('option').filter({ hasText: 'Keys' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  assert.deepEqual(problems, [])
})

test('the search finds guides, and manual pages before decisions and the changelog', async () => {
  await page.goto(`${instance.url}/docs/`)
  await page.getByRole('button', { name: 'Search' }).first().click()
  for (const [query, first] of [
    ['wordpress', '/docs/guides/wordpress'],
    ['webhook', '/docs/webhooks'],
    ['refund', '/docs/studio#orders-and-refunds'],
    ['backup', '/docs/backup'],
    ['api key', '/docs/api#api-keys'],
  ] as const) {
    await page.getByRole('searchbox').fill(query)
    await expect(page.getByRole('option').first().getByRole('link')).toHaveAttribute(
      'href',
      new RegExp(`^${first}(#|$)`),
    )
  }
  await page.getByRole('searchbox').fill('refund rule')
  await expect(page.getByRole('option').filter({ hasText: 'The refund rule' })).toBeVisible()
  await page.keyboard.press('Escape')
  assert.deepEqual(problems, [])
})

test('the API reference shows every function of this server', async () => {
  const { paths } = (await (await fetch(`${instance.url}/functions/v1/`)).json()) as {
    paths: Record<string, object>
  }
  const count = Object.values(paths).reduce((sum, one) => sum + Object.keys(one).length, 0)
  await page.goto(`${instance.url}/docs/reference`)
  // From 150 functions on, Swagger UI shows only those that are in view, some time after they are: at the end, begin again.
  const found = new Set<string>()
  await expect
    .poll(
      async () => {
        const ids = await page.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id))
        for (const id of ids) found.add(id)
        await page.evaluate(() => {
          const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 1
          scrollTo({ top: isAtEnd ? 0 : scrollY + 500, behavior: 'instant' })
        })
        return found.size
      },
      { intervals: [50] },
    )
    .toBe(count)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByRole('main')).toHaveCount(1)
  const badges = page.locator('.bb-api .info .title small')
  await expect(badges).toHaveCount(2)
  const middles = await badges.evaluateAll((all) =>
    all.map((badge) => {
      const { top, height } = badge.getBoundingClientRect()
      return Math.round(top + height / 2)
    }),
  )
  assert.equal(middles[0], middles[1])
  assert.deepEqual(problems, [])
})

test('coding assistants find the pages and the install instructions', async () => {
  const list = await (await fetch(`${instance.url}/llms.txt`)).text()
  const host = new URL(instance.url).host
  const links = [...list.matchAll(/\]\((https:\/\/[^)]+)\)/g)].map(([, link]) => new URL(link!))
  assert.ok(links.length > 20)
  for (const { pathname, host: named } of links) {
    assert.equal(named, host)
    assert.equal((await fetch(instance.url + pathname)).status, 200, pathname)
  }
  const install = await fetch(`${instance.url}/docs/install.md`)
  assert.match(install.headers.get('content-type') ?? '', /markdown/)
  assert.match(await install.text(), /^# Install Bolt Blocks/)
})
