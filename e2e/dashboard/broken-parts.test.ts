// A dashboard component that fails to render (here because of an impossible response) does not affect the
// others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Route } from 'playwright-core'
import { expect } from '#testing/browser.ts'
import { card } from '../creator.ts'
import { openDashboard } from './dashboard.ts'

const { answering, bare, dialog, home, page } = await openDashboard()

const broken = page
  .getByRole('alert')
  .filter({ hasText: 'This section crashed. The rest of the page still works.' })
const parts = {
  plan: page.getByRole('region', { name: 'Plan' }),
  stats: page.getByRole('region', { name: /^Statistics for/ }),
  mill: card(page, 'Corner Mill'),
  bakery: card(page, 'Hearth & Rye'),
  orders: page.getByRole('region', { name: 'Orders' }),
}

/** Checks that all components except these are shown, with one error row in their place. */
async function expectOnlyMissing(...missing: Locator[]): Promise<void> {
  await expect(broken).toHaveCount(missing.length)
  for (const part of Object.values(parts)) {
    if (missing.includes(part)) await expect(part).toHaveCount(0)
    else await expect(part).toBeVisible()
  }
}

/** Responds with the server's rows, changed by `madeUp`. */
const forging = (madeUp: (id: string) => object) => async (route: Route) => {
  const response = await route.fetch()
  const rows = (await response.json()) as { id: string }[]
  await route.fulfill({ response, json: rows.map((row) => ({ ...row, ...madeUp(row.id) })) })
}

test('a broken response breaks only its own component of the dashboard', async () => {
  for (const [address, part, forge] of [
    [
      '**/rest/v1/subscriptions?**',
      parts.plan,
      () => [{ status: 'active', unit_amount: 1, currency: 7, interval: 'month' }],
    ],
    [
      '**/rest/v1/tenants?**',
      parts.mill,
      (rows: { id: string }[]) => rows.map((row) => (row.id === bare.id ? { ...row, public_key: {} } : row)),
    ],
  ] as const)
    await answering(
      address,
      'GET',
      async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: forge((await response.json()) as { id: string }[]) })
      },
      async () => {
        await page.goto(home)
        await expectOnlyMissing(part)
      },
    )
})

test('a component that failed on its data recovers with a page reload', async () => {
  await answering(
    '**/functions/v1/tenant-orders/*/orders?**',
    'GET',
    (route) => route.fulfill({ json: { orders: [null], next: null } }),
    async () => {
      await page.goto(home)
      await expectOnlyMissing(parts.orders)
    },
  )
  await broken.getByRole('button', { name: 'Reload' }).click()
  await expectOnlyMissing()
})

test('a dialog that fails can be closed, and the dashboard below still works', async () => {
  await answering(
    '**/rest/v1/tenants?**',
    'GET',
    forging(() => ({ allowed_origins: 7 })),
    async () => {
      await page.goto(`${home}?dialog=embed&tenant=${bare.id}`)
      await expect(broken).toBeVisible()
      for (const part of Object.values(parts)) await expect(part).toBeVisible()
      await broken.getByRole('button', { name: 'Close' }).click()
      await page.waitForURL(home)
      await expectOnlyMissing()
    },
  )
})

test('a dialog that fails for one tenant opens for the next', async () => {
  const forged = forging((id) => (id === bare.id ? { allowed_origins: 7 } : {}))
  await answering('**/rest/v1/tenants?**', 'GET', forged, async () => {
    await page.goto(`${home}?dialog=embed&tenant=${bare.id}`)
    await expect(broken).toBeVisible()
    // The dashboard below still works, and the failed dialog was not closed.
    await parts.bakery.getByRole('button', { name: 'Embed' }).click()
    await expect(dialog('Embed Code')).toBeVisible()
    await expect(broken).toHaveCount(0)
  })
})

test('a failed card recovers automatically when its tenant is fetched again', async () => {
  // The list is fetched every two seconds while a key is being generated, here the bakery's.
  const forged = forging((id) => ({ public_key: id === bare.id ? {} : null }))
  await answering('**/rest/v1/tenants?**', 'GET', forged, async () => {
    await page.goto(home)
    await expectOnlyMissing(parts.mill)
    await page.evaluate(() => Object.assign(window, { stays: true }))
  })
  await expectOnlyMissing()
  assert.ok(await page.evaluate(() => 'stays' in window))
})
