// A part of the dashboard that breaks while it is drawn (here: an answer that no server of ours would give) stays alone in it.
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

/** Everything but these stands there, and one row for them. */
async function standsWithout(...missing: Locator[]): Promise<void> {
  await expect(broken).toHaveCount(missing.length)
  for (const part of Object.values(parts)) {
    if (missing.includes(part)) await expect(part).toHaveCount(0)
    else await expect(part).toBeVisible()
  }
}

/** The server's own rows, with what is made up of each. */
const forging = (madeUp: (id: string) => object) => async (route: Route) => {
  const response = await route.fetch()
  const rows = (await response.json()) as { id: string }[]
  await route.fulfill({ response, json: rows.map((row) => ({ ...row, ...madeUp(row.id) })) })
}

test('a broken answer takes its own part of the dashboard, and no other', async () => {
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
        await standsWithout(part)
      },
    )
})

test('a part that broke on what was read comes back with the page', async () => {
  await answering(
    '**/functions/v1/tenant-orders/*/orders?**',
    'GET',
    (route) => route.fulfill({ json: { orders: [null], next: null } }),
    async () => {
      await page.goto(home)
      await standsWithout(parts.orders)
    },
  )
  await broken.getByRole('button', { name: 'Reload' }).click()
  await standsWithout()
})

test('a dialog that breaks can be closed, and the dashboard under it works on', async () => {
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
      await standsWithout()
    },
  )
})

test('a dialog that breaks for one tenant opens for the next', async () => {
  const forged = forging((id) => (id === bare.id ? { allowed_origins: 7 } : {}))
  await answering('**/rest/v1/tenants?**', 'GET', forged, async () => {
    await page.goto(`${home}?dialog=embed&tenant=${bare.id}`)
    await expect(broken).toBeVisible()
    // The dashboard under it works on, and the broken dialog was not closed.
    await parts.bakery.getByRole('button', { name: 'Embed' }).click()
    await expect(dialog('Embed Code')).toBeVisible()
    await expect(broken).toHaveCount(0)
  })
})

test('a card that broke comes back by itself when its tenant is read again', async () => {
  // The list is read every two seconds while a key is in the making: the bakery's, here.
  const forged = forging((id) => ({ public_key: id === bare.id ? {} : null }))
  await answering('**/rest/v1/tenants?**', 'GET', forged, async () => {
    await page.goto(home)
    await standsWithout(parts.mill)
    await page.evaluate(() => Object.assign(window, { stays: true }))
  })
  await standsWithout()
  assert.ok(await page.evaluate(() => 'stays' in window))
})
