// The Studio Dashboard and its dialogs, screen by screen, with the answers held back, refused or forged where that is the point.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { DEMO_CREATOR, fillInstance } from '../scripts/demo/fill.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, signInCreator, studioContext } from './api.ts'
import { stopClock } from './clock.ts'
import { PASSWORD, card } from './creator.ts'
import { rectsOf } from './rects.ts'
import { closeToasts } from './toasts.ts'

const instance = await testInstance()
const keys = keysOf(instance)
const operator = operatorOf(keys)
// Mara's first tenant is connected in test mode and sells three products; the second is as it was made.
await fillInstance(keys, 'http://shop.localhost:4999')
const mara = await signInCreator(keys, DEMO_CREATOR)
const bare = await makeTenant(mara, 'Corner Mill')
const [bakery] = (
  await mara.client
    .from('tenants')
    .select('id, public_key, stripe_account_id_test')
    .eq('name', 'Hearth & Rye')
).data as { id: string; public_key: string; stripe_account_id_test: string }[]
const nils = await makeCreator(keys, { email: 'nils@cornermill.test', password: PASSWORD })

const browser = await launchBrowser()
const context = await studioContext(browser, instance.url, mara.session)
const page = await context.newPage()
const fresh = await (await studioContext(browser, instance.url, nils.session)).newPage()

const home = `${instance.url}/studio`
const settings = (tab: string, tenant = bakery!.id) => `${home}?dialog=settings&tenant=${tenant}&tab=${tab}`
const products = (product = '', tenant = bakery!.id) => `${settings('products', tenant)}&product=${product}`
const toast = (on: Page = page) => on.locator('.bb-toast')
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const says =
  (title: string, text?: string) =>
  async (on: Page = page) => {
    const one = toast(on)
      .filter({ has: on.locator('strong', { hasText: title }) })
      .first()
    await expect(one.locator('strong')).toHaveText(title)
    if (text !== undefined) await expect(one.locator('p')).toHaveText(text)
    return one
  }

/** Answers calls of one address and method in the place of the server while `work` runs. */
async function answering(
  url: string,
  method: string,
  answer: (route: Route) => Promise<void> | void,
  work: () => Promise<void>,
): Promise<void> {
  const handler = (route: Route) => (route.request().method() === method ? answer(route) : route.fallback())
  await page.route(url, handler)
  await work()
  await page.unroute(url, handler)
}

const refusing = (status: number, json: object) => (route: Route) => route.fulfill({ status, json })

test('[S2-102] [S2-104] [S2-105] [S2-106] [S2-108] [S2-109] [S2-130] a fresh creator sees the empty dashboard and may begin', async () => {
  await fresh.goto(home)
  await expect(fresh.getByRole('banner').getByText('nils@cornermill.test', { exact: true })).toBeVisible()
  await expect(fresh.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(fresh.getByRole('region', { name: 'Plan' })).toContainText('No active subscription')
  await expect(fresh.getByRole('heading', { name: "Let's Get Started" })).toBeVisible()
  assert.deepEqual(await violations(fresh), [])
  const create = fresh.getByRole('button', { name: 'Create Tenant' })
  await expect(create).toHaveCount(2)
  for (const button of [create.first(), create.last()]) {
    await button.click()
    const ask = fresh.getByRole('dialog', { name: 'Create New Tenant' })
    await expect(ask.getByRole('textbox')).toHaveCount(1)
    await expect(ask.getByLabel('Tenant Name')).toBeVisible()
    await fresh.keyboard.press('Escape')
    await expect(ask).toBeHidden()
  }
})

test('[S5-037] [S5-038] [S8-004] [S8-006] [S8-087] [S8-091] a tenant needs a name; a refusal is shown as text, once', async () => {
  await fresh.getByRole('button', { name: 'Create Tenant' }).first().click()
  const ask = fresh.getByRole('dialog', { name: 'Create New Tenant' })
  const create = ask.getByRole('button', { name: 'Create', exact: true })
  await expect(create).toBeDisabled()
  await ask.getByLabel('Tenant Name').fill('   ')
  await expect(create).toBeDisabled()
  assert.deepEqual(await violations(fresh), [])
  await ask.getByLabel('Tenant Name').fill('  Nils & Daughters ')
  const markup = '<img src=x onerror="document.title=1"> is no name'
  await fresh.route('**/rpc/create_tenant_autoprovision', refusing(400, { message: markup, code: 'P0001' }))
  await create.click()
  await says('Error', markup)(fresh)
  await expect(toast(fresh)).toHaveCount(1)
  await expect(toast(fresh).locator('img')).toHaveCount(0)
  await closeToasts(fresh)
  await fresh.unroute('**/rpc/create_tenant_autoprovision')
  await create.click()
  await says('Tenant created with auto-generated keys and default product!')(fresh)
  await expect(card(fresh, 'Nils & Daughters')).toBeVisible()
  const { data } = await nils.client.from('tenants').select('id, name, public_key')
  assert.equal(data?.length, 1)
  const made = data[0] as { id: string; name: string; public_key: string }
  assert.equal(made.name, 'Nils & Daughters')
  assert.match(made.public_key, /^pk_/)
  assert.equal((await nils.client.from('items').select('name').eq('tenant_id', made.id)).data?.length, 1)
  const blank = await nils.client.rpc('create_tenant_autoprovision', { p_name: '   ' })
  assert.ok(blank.error)
})

test('[S2-107] [S2-112] [S2-113] while the tenants load it says so; then there is a card for each', async () => {
  const held = Promise.withResolvers<void>()
  await answering(
    '**/rest/v1/tenants?**',
    'GET',
    async (route) => {
      await held.promise
      await route.continue()
    },
    async () => {
      await page.goto(home)
      await expect(page.getByText('Loading tenants...')).toBeAttached()
      held.resolve()
      await expect(card(page, 'Hearth & Rye')).toBeVisible()
      await expect(card(page, 'Corner Mill')).toBeVisible()
    },
  )
  for (const name of ['Hearth & Rye', 'Corner Mill'])
    await expect(card(page, name).getByRole('heading', { name })).toBeVisible()
  const [first, second] = await rectsOf([card(page, 'Hearth & Rye'), card(page, 'Corner Mill')])
  assert.equal(first!.y, second!.y, 'side by side')
  assert.deepEqual(await violations(page), [])
})

test('[S8-002] [S8-005] tenants that cannot be loaded are told by the server’s words and by ours', async () => {
  await answering(
    '**/rest/v1/tenants?**',
    'GET',
    refusing(500, { message: 'the shelf fell', code: 'XX000' }),
    async () => {
      await page.goto(home)
      await says('Error', 'the shelf fell')()
      await expect(page.getByText('Failed to load tenant data')).toBeVisible()
    },
  )
})

test('[S4-008] the plan card shows the most recent active subscription only', async () => {
  const common = { user_id: mara.session.user.id, currency: 'eur', interval: 'month' }
  const { error } = await operator.from('subscriptions').insert([
    { ...common, status: 'active', unit_amount: 1100, created_at: '2026-01-01' },
    { ...common, status: 'active', unit_amount: 1900, created_at: '2026-02-01' },
    { ...common, status: 'canceled', unit_amount: 5900, created_at: '2026-03-01' },
  ])
  assert.ifError(error)
  await page.goto(home)
  const plan = page.getByRole('region', { name: 'Plan' })
  await expect(plan).toContainText('€19.00/month')
  await expect(plan).toContainText('Active')
  await expect(plan).not.toContainText('€11.00')
  await expect(plan).not.toContainText('€59.00')
})

test('[S2-115] [S2-087] [S9-024] [S8-051] [S8-050] copying a key shows a check mark for two seconds', async () => {
  const copy = card(page, 'Hearth & Rye').getByRole('button', { name: 'Copy public key' })
  await expect(card(page, 'Hearth & Rye').getByText(bakery!.public_key)).toBeVisible()
  await holdTime()
  await copy.click()
  await expect(copy).toHaveAttribute('data-state', 'copied')
  await expect(copy.locator('svg.lucide-check')).toBeVisible()
  await expect(card(page, 'Hearth & Rye').locator('output')).toHaveText('Copied!')
  assert.equal(await clipboard(), bakery!.public_key)
  await page.clock.runFor(1999)
  await expect(copy).toHaveAttribute('data-state', 'copied')
  await page.clock.runFor(1)
  await expect(copy).toHaveAttribute('data-state', 'idle')
  await expect(copy.locator('svg.lucide-check')).toHaveCount(0)
  await page.clock.resume()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('blocked'))
  })
  await copy.click()
  await says('Failed to copy to clipboard')()
})

const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

/** From here on only `page.clock` moves the page's time. */
async function holdTime(): Promise<void> {
  await page.clock.install()
  await stopClock(page)
}

test('[S2-116] [S2-119] [S2-134] [S5-042] a tenant without its key: Generating..., no embed code yet', async () => {
  await answering(
    '**/rest/v1/tenants?**',
    'GET',
    async (route) => {
      const answer = await route.fetch()
      const rows = (await answer.json()) as { id: string; public_key: string | null }[]
      await route.fulfill({
        response: answer,
        json: rows.map((row) => (row.id === bare.id ? { ...row, public_key: null } : row)),
      })
    },
    async () => {
      await page.goto(home)
      await expect(card(page, 'Corner Mill').getByText('Generating...')).toBeVisible()
      await expect(card(page, 'Corner Mill').getByRole('button', { name: 'Embed' })).toBeDisabled()
      await expect(card(page, 'Hearth & Rye').getByRole('button', { name: 'Embed' })).toBeEnabled()
      await page.goto(`${home}?dialog=embed&tenant=${bare.id}`)
      await expect(
        dialog('Embed Code').getByText(
          'The public key is still generating. Please wait a moment and try again.',
        ),
      ).toBeVisible()
      await expect(dialog('Embed Code').getByRole('button', { name: 'Copy Embed Code' })).toHaveCount(0)
    },
  )
})

test('[S2-132] [S2-133] [S9-050] [S9-051] [S9-052] [S9-053] Embed Code: a snippet to copy, not to edit', async () => {
  await page.goto(home)
  await card(page, 'Hearth & Rye').getByRole('button', { name: 'Embed' }).click()
  const code = dialog('Embed Code').locator('pre code')
  await expect(code).toContainText(bakery!.public_key)
  assert.equal(await code.evaluate((element) => (element as HTMLElement).isContentEditable), false)
  await expect(dialog('Embed Code').locator('textarea')).toHaveCount(0)
  await dialog('Embed Code').getByRole('button', { name: 'Copy Embed Code' }).click()
  const copied = await clipboard()
  assert.equal(copied, await code.textContent())
  const tags = copied.match(/<script [^>]*><\/script>/g) ?? []
  assert.equal(tags.length, 2)
  assert.deepEqual(
    tags.map((tag) => /data-block="(\w+)"/.exec(tag)?.[1]),
    ['auth', 'pay'],
  )
  for (const tag of tags) {
    assert.ok(tag.includes(`data-tenant="${bakery!.public_key}"`), tag)
    assert.ok(tag.includes('data-theme="retro"'), tag)
  }
  assert.deepEqual(await violations(page), [])
})

test('[S2-120] [S2-131] [S8-092] [S8-003] Choose Theme offers three and keeps the choice', async () => {
  await page.goto(home)
  await card(page, 'Corner Mill').getByRole('button', { name: 'Theme' }).click()
  const choose = dialog('Choose Theme')
  const themes = choose.getByRole('group', { name: 'Theme', exact: true })
  await expect(themes.getByRole('radio')).toHaveCount(3)
  for (const name of ['Clean', 'Retro', 'Zen'])
    await expect(choose.locator('label', { hasText: name })).toBeVisible()
  await expect(choose.getByRole('radio', { name: /Clean/ })).toBeChecked()
  assert.deepEqual(await violations(page), [])
  await choose.locator('label', { hasText: 'Zen' }).click()
  await answering(
    '**/rest/v1/tenants?**',
    'PATCH',
    refusing(400, { message: 'not this one', code: '23514' }),
    async () => {
      await choose.getByRole('button', { name: 'Save' }).click()
      await says('Error', 'not this one')()
      await expect(choose).toBeVisible()
    },
  )
  await choose.getByRole('button', { name: 'Save' }).click()
  await says('Tenant updated successfully!')()
  await expect(choose).toBeHidden()
  await page.reload()
  await card(page, 'Corner Mill').getByRole('button', { name: 'Theme' }).click()
  await expect(choose.getByRole('radio', { name: /Zen/ })).toBeChecked()
})

test('[S2-114] [S2-135] [S2-136] [S2-137] [S2-138] [S2-139] [S2-140] Tenant Settings: four tabs; General keeps a new name', async () => {
  await page.goto(home)
  await card(page, 'Corner Mill').getByRole('button', { name: 'Tenant Settings' }).click()
  const open = dialog('Tenant Settings')
  await expect(open.getByRole('tab')).toHaveText(['General', 'Auth', 'Payments', 'Products'])
  await expect(open.getByRole('textbox', { name: 'Public Key' })).toHaveValue(bare.public_key)
  await expect(open.getByRole('textbox', { name: 'Public Key' })).not.toBeEditable()
  const today = await page.evaluate(() =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date()),
  )
  await expect(open.getByText('Created', { exact: true }).locator('..')).toContainText(today)
  await open.getByLabel('Tenant Name').fill('Corner Mill & Sons')
  await open.getByRole('button', { name: 'Save Changes' }).click()
  await says('Tenant updated successfully!')()
  await expect(page.getByText('Coming Soon')).toHaveCount(0)
  await page.reload()
  await expect(open.getByLabel('Tenant Name')).toHaveValue('Corner Mill & Sons')
  await open.getByLabel('Tenant Name').fill('Corner Mill')
  await open.getByRole('button', { name: 'Save Changes' }).click()
  await expect(open.getByText('Saved', { exact: true })).toBeVisible()
})

test('[S2-117] [S2-118] [S2-129] [S2-128] [S2-126] [S2-127] the card’s payments label while it loads, failed, named and in test mode', async () => {
  const line = card(page, 'Hearth & Rye').locator('dd').first()
  const label = '**/functions/v1/stripe-account-label'
  const held = Promise.withResolvers<void>()
  await answering(
    label,
    'POST',
    async (route) => {
      await held.promise
      await route.fulfill({ status: 500, json: {} })
    },
    async () => {
      await page.goto(home)
      await expect(line).toHaveText('Connected...')
      held.resolve()
      await expect(line).toHaveText('Connected')
    },
  )
  await answering(
    label,
    'POST',
    (route) => route.fulfill({ json: { display_name: 'Rye Ltd', mode: 'live' } }),
    async () => {
      await page.goto(home)
      await expect(line).toHaveText('Connected (Rye Ltd)')
    },
  )
  await page.goto(home)
  await expect(line).toHaveText('Connected (Hearth & Rye) (test)')
  await expect(card(page, 'Corner Mill').locator('dd').first()).toHaveText('Not connected')
  await expect(card(page, 'Corner Mill').locator('dd').nth(1)).toHaveText('Built-in auth')
})

test('[S2-142] [S2-143] [S2-144] [S9-025] Payments: connected or not, the account id, and where settings are', async () => {
  await page.goto(settings('payments', bare.id))
  const tab = page.getByRole('tabpanel', { name: 'Payments' })
  const facts = (on: Locator) => on.locator('dl')
  await expect(facts(tab).getByText('Not connected', { exact: true })).toBeVisible()
  await expect(facts(tab).getByText('Account', { exact: true })).toHaveCount(0)
  await expect(tab.getByText('Payment settings are managed in the main dashboard.')).toBeVisible()
  await tab.getByRole('link', { name: 'Connect Center' }).click()
  await expect(page.getByRole('main').getByText('Corner Mill').first()).toBeVisible()
  await page.goto(settings('payments'))
  await expect(facts(tab).getByText('Connected', { exact: true })).toBeVisible()
  await expect(facts(tab).getByText(bakery!.stripe_account_id_test, { exact: true })).toBeVisible()
  await expect(tab.getByText('Payment settings are managed in the main dashboard.')).toBeVisible()
  const copy = tab.getByRole('button', { name: 'Copy account id' })
  await holdTime()
  await copy.click()
  await expect(copy).toHaveAttribute('data-state', 'copied')
  await page.clock.runFor(999)
  await expect(copy).toHaveAttribute('data-state', 'copied')
  await page.clock.runFor(1)
  await expect(copy).toHaveAttribute('data-state', 'idle')
  await page.clock.resume()
  assert.equal(await clipboard(), bakery!.stripe_account_id_test)
})

test('[S2-123] [S2-124] [S4-047] connected in test mode is Connected there, and open to connect in live mode', async () => {
  await page.goto(home)
  const tenant = card(page, 'Hearth & Rye')
  await expect(tenant.getByRole('button', { name: 'Connected' })).toBeDisabled()
  assert.ifError((await operator.from('tenants').update({ stripe_mode: 'live' }).eq('id', bakery!.id)).error)
  await page.reload()
  await expect(tenant.getByRole('button', { name: 'Connect Stripe' })).toBeEnabled()
  await expect(tenant.getByRole('button', { name: 'Connected' })).toHaveCount(0)
  await expect(tenant.locator('dd').first()).toHaveText('Not connected')
})

test('[S2-177] live mode asks for its own tick before anything is asked of the server', async () => {
  const asked: string[] = []
  const watch = (request: { url(): string }) =>
    request.url().includes('/functions/v1/st') && asked.push(request.url())
  page.on('request', watch)
  await card(page, 'Hearth & Rye').getByRole('button', { name: 'Connect Stripe' }).click()
  const ask = dialog('Connect Stripe (live)')
  await expect(ask.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await ask.getByRole('checkbox', { name: 'I understand', exact: true }).check()
  await expect(ask.getByRole('button', { name: 'Continue' })).toBeEnabled()
  assert.deepEqual(asked, [])
  page.off('request', watch)
  assert.ifError((await operator.from('tenants').update({ stripe_mode: 'test' }).eq('id', bakery!.id)).error)
})

test('[S2-121] [S2-122] [S2-176] [S8-035] [S8-036] [S8-037] connecting: the tick, Connecting..., and back to the button when it fails', async () => {
  await page.goto(home)
  const button = card(page, 'Corner Mill').getByRole('button', { name: 'Connect Stripe' })
  const start = async (route: (route: Route) => Promise<void> | void, then: () => Promise<void>) =>
    answering('**/functions/v1/stripe-connect-start', 'POST', route, async () => {
      await button.click()
      const ask = dialog('Connect Stripe (test)')
      await expect(ask.getByRole('button', { name: 'Continue' })).toBeDisabled()
      await ask
        .getByRole('checkbox', { name: 'I understand this is a sandbox and I will use test data' })
        .check()
      await ask.getByRole('button', { name: 'Continue' }).click()
      await then()
    })
  const held = Promise.withResolvers<void>()
  await start(
    async (route) => {
      await held.promise
      await route.fulfill({ status: 409, json: { error: 'The provider is away', code: 'away' } })
    },
    async () => {
      await expect(card(page, 'Corner Mill').getByText('Connecting...')).toBeVisible()
      held.resolve()
      await says('Error', 'The provider is away')()
      await expect(button).toBeEnabled()
    },
  )
  await closeToasts(page)
  await start(refusing(502, {}), async () => {
    await says('Error', 'Failed to connect Stripe')()
    await expect(button).toBeEnabled()
  })
  await closeToasts(page)
  await button.click()
  await expect(dialog('Connect Stripe (test)')).toBeVisible()
  assert.deepEqual(await violations(page), [])
})

test('[B22] [S4-048] [S4-049] [S4-050] [S8-096] coming back from the provider: success is said of a connected account only', async () => {
  await page.goto(`${home}?stripe=connected&tenant=${bakery!.id}`)
  await says('Stripe account connected successfully!')()
  await page.waitForURL(home)
  for (const tenant of [
    bare.id,
    (await nils.client.from('tenants').select('id').single()).data!.id as string,
  ]) {
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await page.goto(`${home}?stripe=connected&tenant=${tenant}`)
    await answered
    await page.waitForURL(home)
    await expect(toast().first()).toBeVisible()
    await expect(toast().filter({ hasText: 'Stripe account connected successfully!' })).toHaveCount(0)
  }
  const { data } = await operator.from('tenants').select('name, stripe_status').order('name')
  assert.deepEqual(data, [
    { name: 'Corner Mill', stripe_status: 'not_connected' },
    { name: 'Hearth & Rye', stripe_status: 'connected' },
    { name: 'Nils & Daughters', stripe_status: 'not_connected' },
  ])
})

test('[S3-071] the tenant chosen in the header is kept for this tab, and its products are its own', async () => {
  await page.goto(home)
  await page.getByRole('button', { name: 'Tenant: Corner Mill' }).click()
  await page.getByRole('dialog', { name: 'Tenant' }).getByRole('button', { name: 'Hearth & Rye' }).click()
  await expect(page.getByRole('button', { name: 'Tenant: Hearth & Rye' })).toBeVisible()
  assert.equal(await page.evaluate(() => sessionStorage.getItem('bb:tenant')), bakery!.id)
})

const row = (name: string) =>
  page.getByRole('table', { name: 'Products' }).getByRole('row').filter({ hasText: name })

test('[S1-018] [S2-145] [S2-147] Products: the tenant’s own, in a table', async () => {
  await page.goto(products('', bare.id))
  await expect(row('Sample product')).toBeVisible()
  await expect(row('Rye starter kit')).toHaveCount(0)
  await page.goto(products())
  const table = page.getByRole('table', { name: 'Products' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Name',
    'Price',
    'Currency',
    'Status',
    'Created',
    'Actions',
  ])
  await expect(row('Rye starter kit').getByRole('cell').nth(1)).toHaveText('€18.50')
  await expect(row('Rye starter kit').getByRole('cell').nth(2)).toHaveText('EUR')
  await expect(row('Rye starter kit').getByRole('button')).toHaveCount(2)
  await expect(row('Rye starter kit').getByRole('button', { name: 'Edit Rye starter kit' })).toBeVisible()
  await expect(row('Rye starter kit').getByRole('button', { name: 'Delete Rye starter kit' })).toBeVisible()
  await expect(row('Sample product')).toHaveCount(0)
})

test('[S2-146] [S4-032] [S8-009] the Status switch changes what is for sale at once, and goes back when it is refused', async () => {
  const toggle = row('Rye starter kit').getByRole('switch')
  await expect(toggle).toBeChecked()
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await row('Rye starter kit').locator('label').click()
  assert.deepEqual((await sent).postDataJSON(), { active: false })
  await expect(toggle).not.toBeChecked()
  const active = async () =>
    (await mara.client.from('items').select('active').eq('name', 'Rye starter kit').single()).data
      ?.active as boolean
  await expect.poll(active).toBe(false)
  await answering(
    '**/rest/v1/items?**',
    'PATCH',
    refusing(400, { message: 'not for sale', code: 'P0001' }),
    async () => {
      await row('Rye starter kit').locator('label').click()
      await says('Error', 'not for sale')()
      await expect(toggle).not.toBeChecked()
    },
  )
  await row('Rye starter kit').locator('label').click()
  await expect.poll(active).toBe(true)
})

const price = (of: Locator) => of.getByRole('textbox', { name: 'Price' })
const save = (of: Locator) => of.getByRole('button', { name: 'Save' })
const preview = (of: Locator) => of.getByRole('region', { name: 'Preview' })

test('[S5-019] [S5-020] [S5-021] [S5-022] [S5-023] the price: a required text, checked while it is typed', async () => {
  await page.getByRole('button', { name: 'Add Product' }).click()
  const add = dialog('Add Product')
  assert.deepEqual(await violations(page), [])
  await expect(price(add)).toHaveAttribute('placeholder', '10.00')
  await expect(price(add)).toHaveAttribute('type', 'text')
  await expect(price(add)).toHaveAttribute('required')
  await add.getByRole('textbox', { name: 'Name' }).fill('Seeded loaf')
  await save(add).click()
  await expect(add.getByText('Please enter a valid price')).toBeVisible()
  await price(add).fill('twelve')
  await expect(add.getByText('Invalid price format')).toBeVisible()
  await expect(save(add)).toBeDisabled()
  await price(add).press('Enter')
  await expect(add.getByText('Please enter a valid price')).toBeVisible()
  await price(add).fill('12.50')
  await expect(add.getByText('Please enter a valid price')).toBeHidden()
  await expect(save(add)).toBeEnabled()
})

test('[S2-149] [S2-150] [S5-024] [S5-036] the preview follows what is typed; inactive is Unavailable and dimmed', async () => {
  const add = dialog('Add Product')
  await expect(preview(add).getByRole('heading', { name: 'Seeded loaf' })).toBeVisible()
  await expect(preview(add)).toContainText('€12.50')
  const currency = add.getByRole('combobox', { name: 'Currency' })
  await expect(currency.locator('option')).toHaveText(['EUR (€)', 'USD ($)', 'GBP (£)'])
  await currency.selectOption('GBP (£)')
  await expect(preview(add)).toContainText('£12.50')
  await price(add).fill('1.2.3')
  await expect(preview(add)).toContainText('€0.00')
  await price(add).fill('12.50')
  const shown = preview(add).getByRole('heading', { name: 'Seeded loaf' })
  const usual = await shown.evaluate((element) => getComputedStyle(element).color)
  await expect(preview(add).getByText('Unavailable')).toHaveCount(0)
  await add.locator('label', { has: page.getByRole('switch') }).click()
  await expect(preview(add).getByText('Unavailable')).toBeVisible()
  await expect(shown).not.toHaveCSS('color', usual)
  assert.deepEqual(await violations(page), [])
  await add.locator('label', { has: page.getByRole('switch') }).click()
})

test('[S5-026] [S5-027] [S5-028] [S5-029] [S5-030] [S5-032] [S9-035] [S9-036] the name: needed, counted, at most 60; the description at most 500', async () => {
  const add = dialog('Add Product')
  const name = add.getByRole('textbox', { name: 'Name' })
  const sent: string[] = []
  const watch = (request: { method(): string; url(): string }) =>
    request.method() === 'POST' && sent.push(request.url())
  page.on('request', watch)
  for (const empty of ['', '    ']) {
    await name.fill(empty)
    await expect(save(add)).toBeDisabled()
    await price(add).press('Enter')
    await name.press('Enter')
  }
  await expect(add).toBeVisible()
  page.off('request', watch)
  assert.deepEqual(sent, [])
  await expect(add.getByText('4/60 characters')).toBeVisible()
  await name.fill('')
  await name.pressSequentially('x'.repeat(61))
  await expect(name).toHaveValue('x'.repeat(60))
  await expect(add.getByText('60/60 characters')).toBeVisible()
  const description = add.getByRole('textbox', { name: 'Description' })
  await description.fill('y'.repeat(499))
  await description.press('End')
  await description.pressSequentially('yy')
  await expect(description).toHaveValue('y'.repeat(500))
  const url = `${instance.url}/functions/v1/tenant-items/${bakery!.id}/items`
  const headers = {
    apikey: keys.anonKey,
    authorization: `Bearer ${mara.session.access_token}`,
    'content-type': 'application/json',
  }
  for (const over of [
    { name: 'x'.repeat(61) },
    { name: 'Loaf', description: 'y'.repeat(501) },
    { name: '  ' },
  ]) {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ price_cents: 100, ...over }),
    })
    assert.equal(answer.status, 400, JSON.stringify(over))
  }
  await description.fill('')
  await name.fill('Seeded loaf')
})

test('[S5-031] [S5-035] [S8-008] [S7-073] [S8-087] [S8-088] a new product: refused once in the server’s words, then in ours, then at the top', async () => {
  const add = dialog('Add Product')
  await closeToasts(page)
  const create = '**/functions/v1/tenant-items/*/items'
  for (const [answer, words] of [
    [{ error: 'The shelf is full', code: 'full' }, 'The shelf is full'],
    [{}, 'Failed to create product'],
  ] as const) {
    await answering(create, 'POST', refusing(500, answer), async () => {
      await save(add).click()
      await says('Error', words)()
    })
    await expect(toast()).toHaveCount(1)
    await closeToasts(page)
  }
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/tenant-items/'),
  )
  await save(add).click()
  const body = { name: 'Seeded loaf', price_cents: 1250, currency: 'gbp', active: true }
  assert.deepEqual((await sent).postDataJSON(), body)
  await says('Product created successfully!')()
  const rows = page.getByRole('table', { name: 'Products' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Seeded loaf')
})

test('[S4-033] [S5-033] [S5-034] [S8-089] editing: active by the form too, the description trimmed or taken away', async () => {
  const edit = dialog('Edit Product')
  const put = () => page.waitForRequest((request) => request.method() === 'PUT')
  await row('Seeded loaf').getByRole('button', { name: 'Edit Seeded loaf' }).click()
  await expect(preview(edit).getByRole('heading', { name: 'Seeded loaf' })).toBeVisible()
  await edit.getByRole('textbox', { name: 'Description' }).fill('  Four seeds.  ')
  await edit.locator('label', { has: page.getByRole('switch') }).click()
  let sent = put()
  await save(edit).click()
  const first = (await sent).postDataJSON() as { description: string; active: boolean }
  assert.deepEqual([first.description, first.active], ['Four seeds.', false])
  await says('Product updated successfully!')()
  await expect(row('Seeded loaf').getByRole('switch')).not.toBeChecked()
  await row('Seeded loaf').getByRole('button', { name: 'Edit Seeded loaf' }).click()
  await edit.getByRole('textbox', { name: 'Description' }).fill('   ')
  sent = put()
  await answering('**/functions/v1/item-operations/*', 'PUT', refusing(500, {}), async () => {
    await save(edit).click()
    await says('Error', 'Failed to update product')()
  })
  assert.equal(((await sent).postDataJSON() as { description: null }).description, null)
  await page.keyboard.press('Escape')
})

test('[S2-151] [S2-152] [S2-148] [S8-010] [S8-090] deleting asks first; nothing left says how to begin', async () => {
  await page.goto(products('', bare.id))
  const remove = row('Sample product').getByRole('button', { name: 'Delete Sample product' })
  const asked: string[] = []
  page.once('dialog', (confirm) => {
    asked.push(`${confirm.type()}: ${confirm.message()}`)
    void confirm.dismiss()
  })
  const deletes: string[] = []
  const watch = (request: { method(): string; url(): string }) =>
    request.method() === 'DELETE' && deletes.push(request.url())
  page.on('request', watch)
  await remove.click()
  assert.deepEqual(asked, ['confirm: Are you sure you want to delete "Sample product"?'])
  await expect(row('Sample product')).toBeVisible()
  assert.deepEqual(deletes, [])
  page.off('request', watch)
  const accept = (confirm: { accept(): Promise<void> }) => void confirm.accept()
  page.on('dialog', accept)
  for (const [answer, words] of [
    [{ error: 'It is on an order', code: 'ordered' }, 'It is on an order'],
    [{}, 'Failed to delete product'],
  ] as const)
    await answering('**/functions/v1/item-operations/*', 'DELETE', refusing(500, answer), async () => {
      await remove.click()
      await says('Error', words)()
    })
  await remove.click()
  await says('Product deleted successfully!')()
  page.off('dialog', accept)
  const empty = page.getByRole('tabpanel', { name: 'Products' })
  await expect(empty.getByText('No products yet')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await empty.getByRole('button', { name: 'Add Product' }).click()
  await expect(dialog('Add Product')).toBeVisible()
})

test('[S8-007] products that cannot be read are told', async () => {
  await answering('**/functions/v1/tenant-items/*/items', 'GET', refusing(500, {}), async () => {
    await page.goto(products())
    await says('Error', 'Failed to fetch products')()
  })
})

test('axe finds nothing in the dark either', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(products('new'))
  await expect(dialog('Add Product')).toBeVisible()
  assert.deepEqual(await violations(page), [])
})
