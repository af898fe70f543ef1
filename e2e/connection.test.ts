// The Studio when the network, the server's responses or its own code fail, and when a user leaves with
// unsaved changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect } from '#testing/browser.ts'
import { violations } from './accessibility.ts'
import { makeTenant } from './api.ts'
import { chunkWith } from './chunks.ts'
import { answering, button, planScreens, saying } from './plan-screens.ts'
import { escape } from './windows.ts'

const { person, givePlan, open, go, at } = await planScreens()
const mara = await person('mara@connection.test')
await givePlan(mara, 'free')
await makeTenant(mara, 'Hearth & Rye')
const createTenantUrl = '**/rpc/create_tenant_autoprovision'
const main = (page: Awaited<ReturnType<typeof open>>) => page.getByRole('navigation', { name: 'Main' })
const card = (page: Awaited<ReturnType<typeof open>>) => page.getByRole('listitem', { name: 'Hearth & Rye' })

test('code that fails to load: a row with a retry button replaces it, and the rest works', async () => {
  const page = await open(mara)
  await go(page, '/studio')
  await expect(card(page)).toBeVisible()
  await answering(
    page,
    chunkWith('Sell on your site. Payments and payouts'),
    (route) => route.abort(),
    async () => {
      await main(page).getByRole('button', { name: 'Connect' }).click()
      await main(page).getByRole('link', { name: 'Overview' }).click()
      await expect(page.getByText("This section couldn't be loaded. Check your connection.")).toBeVisible()
      await at(page, '/studio/connect')
    },
  )
  await button(page, 'Try again').click()
  await expect(page.getByRole('heading', { name: 'Connect', exact: true })).toBeVisible()

  // If a dialog's code fails, the screen below it is not affected.
  await go(page, '/studio')
  await expect(card(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { stays: true }))
  await answering(
    page,
    chunkWith('Create New Tenant'),
    (route) => route.abort(),
    async () => {
      await button(page, 'Create Tenant').click()
      await expect(page.getByText("This section couldn't be loaded. Check your connection.")).toBeVisible()
      await expect(card(page)).toBeVisible()
    },
  )
  await button(page, 'Try again').click()
  await expect(page.getByRole('dialog', { name: 'Create New Tenant' })).toBeVisible()
  assert.equal(await page.evaluate(() => 'stays' in window), true)
  await page.context().close()
})

test('a style sheet that fails to load: the dialog waits for it, and later ones have it as well', async () => {
  const page = await open(mara)
  await go(page, '/studio')
  await expect(card(page)).toBeVisible()
  await answering(
    page,
    /\.css$/,
    (route) => route.abort(),
    async () => {
      await button(page, 'Create Tenant').click()
      await expect(page.getByText("This section couldn't be loaded. Check your connection.")).toBeVisible()
    },
  )
  await button(page, 'Try again').click()
  await expect(page.getByRole('dialog', { name: 'Create New Tenant' })).toBeVisible()
  const missing = () =>
    [...document.querySelectorAll('link[rel=stylesheet]')].filter((link) => !(link as HTMLLinkElement).sheet)
      .length
  assert.equal(await page.evaluate(missing), 0)
  await page.context().close()
})

test('offline, the Studio says so, an action fails immediately with a message, and no input is lost', async () => {
  const page = await open(mara)
  await go(page, '/studio?dialog=create')
  const dialog = page.getByRole('dialog', { name: 'Create New Tenant' })
  await dialog.getByLabel('Tenant Name').fill('Second home')
  await page.context().setOffline(true)
  await expect(page.getByText("You're offline. We'll load the rest when you're back online.")).toBeVisible()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('No connection. Check your network and try again.')).toBeVisible()
  await expect(dialog.getByLabel('Tenant Name')).toHaveValue('Second home')
  await page.context().setOffline(false)
  await expect(page.getByText("You're offline.")).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('listitem', { name: 'Second home' })).toBeVisible()
  await page.context().close()
})

test('a slow response shows a message for as long as it takes', async () => {
  const page = await open(mara)
  let release!: () => void
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rest/v1/tenants**', async (route) => {
    await gate
    await route.continue()
  })
  await go(page, '/studio')
  await expect(page.getByText('This is taking longer than usual.')).toBeVisible()
  release()
  await expect(card(page)).toBeVisible()
  await expect(page.getByText('This is taking longer than usual.')).toHaveCount(0)
  await page.context().close()
})

test('an error is not shown on the next screen', async () => {
  const page = await open(mara)
  await go(page, '/studio?dialog=create')
  await page.getByLabel('Tenant Name').fill('Third home')
  const toast = page.locator('.bb-toast').filter({ hasText: 'The database is resting' })
  await answering(page, createTenantUrl, saying(503, { message: 'The database is resting' }), async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await expect(toast).toBeVisible()
  })
  await escape(page.getByRole('dialog'))
  await expect(toast).toBeVisible()
  await page.clock.install()
  await page.clock.fastForward(2000)
  await main(page).getByRole('link', { name: 'Home' }).click()
  await at(page, '/home')
  await page.clock.fastForward(2000)
  await expect(toast).toHaveCount(0)
  await page.context().close()
})

test('a response that crashes a screen affects only that screen', async () => {
  const page = await open(mara)
  await page.route(
    '**/rest/v1/bolt_blocks**',
    saying(200, [{ id: 1, title: { toString: 1 }, data: 7, created_at: 'never' }] as object),
  )
  await go(page, '/bolt/blocks')
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await page.unroute('**/rest/v1/bolt_blocks**')
  await main(page).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toHaveCount(0)
  await page.context().close()
})

test('unsaved changes: a link, Back and Sign out ask first; staying loses nothing, discarding leaves', async () => {
  const page = await open(mara)
  await go(page, '/home')
  await main(page).getByRole('link', { name: 'Tenants' }).click()
  await card(page).getByRole('button', { name: 'Tenant Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Tenant Settings' })
  await settings.getByLabel('Tenant Name').fill('Hearth and Rye')
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  const waysToLeave: [name: string, leave: () => Promise<unknown>][] = [
    // A dialog covers all links; only its keys and the address can leave it.
    ['two steps back', () => page.evaluate(() => history.go(-2))],
    [
      'a link',
      () =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('nav a')].find((a) => a.textContent === 'Home')!.click(),
        ),
    ],
    [
      'Sign out',
      () =>
        page.evaluate(() =>
          [...document.querySelectorAll('button')].find((b) => b.textContent === 'Sign out')!.click(),
        ),
    ],
  ]
  for (const [name, leave] of waysToLeave) {
    await leave()
    await expect(question, name).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question, name).toHaveCount(0)
    await expect(settings.getByLabel('Tenant Name')).toHaveValue('Hearth and Rye')
    await at(page, /\/studio\?dialog=settings/)
  }
  await waysToLeave[2]![1]()
  await question.getByRole('button', { name: 'Discard' }).click()
  await at(page, /\/auth$/)
  await page.context().close()
})
