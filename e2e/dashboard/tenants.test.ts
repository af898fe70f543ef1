// The plan, the cards of the tenants and their dialogs, with delayed, refused or forged responses where
// needed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockPlaces, blocks, snippetBlocks } from '#blocks/registry.ts'
import { expect } from '#testing/browser.ts'
import { violations } from '../accessibility.ts'
import { card } from '../creator.ts'
import { rectsOf } from '../rects.ts'
import { closeToasts } from '../toasts.ts'
import { escape } from '../windows.ts'
import { openDashboard, refusing, says, toasts } from './dashboard.ts'

const { answering, bakery, bare, clipboard, dialog, holdTime, home, mara, nils, openFor, operator, page } =
  await openDashboard()
const fresh = await openFor(nils)

test('[S2-102] [S2-104] [S2-105] [S2-106] [S2-108] [S2-109] [S2-130] a new creator sees the empty dashboard and can create a tenant', async () => {
  await fresh.goto(home)
  await expect(fresh.getByRole('banner').getByText(nils.session.user.email!, { exact: true })).toBeVisible()
  await expect(fresh.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(fresh.getByRole('region', { name: 'Plan' })).toContainText('No active subscription')
  await expect(fresh.getByRole('heading', { name: "Let's Get Started" })).toBeVisible()
  assert.deepEqual(await violations(fresh), [])
  const create = fresh.getByRole('button', { name: 'Create Tenant' })
  await expect(create).toHaveCount(2)
  for (const button of [create.first(), create.last()]) {
    await button.click()
    const createDialog = fresh.getByRole('dialog', { name: 'Create New Tenant' })
    await expect(createDialog.getByRole('textbox')).toHaveCount(1)
    await expect(createDialog.getByLabel('Tenant Name')).toBeVisible()
    await escape(createDialog)
  }
})

test('[S5-037] [S5-038] [S8-004] [S8-006] [S8-087] [S8-091] a tenant needs a name; a refusal is shown as text, once', async () => {
  await fresh.getByRole('button', { name: 'Create Tenant' }).first().click()
  const createDialog = fresh.getByRole('dialog', { name: 'Create New Tenant' })
  const create = createDialog.getByRole('button', { name: 'Create', exact: true })
  await expect(create).toBeDisabled()
  await createDialog.getByLabel('Tenant Name').fill('   ')
  await expect(create).toBeDisabled()
  assert.deepEqual(await violations(fresh), [])
  await createDialog.getByLabel('Tenant Name').fill('  Nils & Daughters ')
  const markup = '<img src=x onerror="document.title=1"> is no name'
  await fresh.route('**/rpc/create_tenant_autoprovision', refusing(400, { message: markup, code: 'P0001' }))
  await create.click()
  await says(fresh, 'Error', markup)
  await expect(toasts(fresh)).toHaveCount(1)
  await expect(toasts(fresh).locator('img')).toHaveCount(0)
  await closeToasts(fresh)
  await fresh.unroute('**/rpc/create_tenant_autoprovision')
  await create.click()
  await says(fresh, 'Tenant created with auto-generated keys and default product!')
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

test('[S2-107] [S2-112] [S2-113] while the tenants load the dashboard says so; then there is a card for each', async () => {
  const gate = Promise.withResolvers<void>()
  await answering(
    '**/rest/v1/tenants?**',
    'GET',
    async (route) => {
      await gate.promise
      await route.continue()
    },
    async () => {
      await page.goto(home)
      await expect(page.getByText('Loading tenants...')).toBeAttached()
      gate.resolve()
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

test('[S8-002] [S8-005] tenants that fail to load show the server’s message or a default one', async () => {
  await answering(
    '**/rest/v1/tenants?**',
    'GET',
    refusing(500, { message: 'the shelf fell', code: 'XX000' }),
    async () => {
      await page.goto(home)
      await says(page, 'Error', 'the shelf fell')
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
  await expect(card(page, 'Hearth & Rye').getByText(bakery.public_key)).toBeVisible()
  await holdTime()
  await copy.click()
  await expect(copy).toHaveAttribute('data-state', 'copied')
  await expect(copy.locator('svg.lucide-check')).toBeVisible()
  await expect(card(page, 'Hearth & Rye').locator('output')).toHaveText('Copied!')
  assert.equal(await clipboard(), bakery.public_key)
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
  await says(page, 'Failed to copy to clipboard')
})

test('[S2-116] [S2-119] [S2-134] [S5-042] a tenant without a key: Generating..., no embed code yet', async () => {
  await answering(
    '**/rest/v1/tenants?**',
    'GET',
    async (route) => {
      const response = await route.fetch()
      const rows = (await response.json()) as { id: string; public_key: string | null }[]
      await route.fulfill({
        response,
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
  const code = dialog('Embed Code').locator('pre code').first()
  await expect(code).toContainText(bakery.public_key)
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
    assert.ok(tag.includes(`data-tenant="${bakery.public_key}"`), tag)
    assert.ok(tag.includes('data-theme="tenant"'), tag)
  }
  assert.deepEqual(await violations(page), [])
})

test('below the embed code is the tag of every other registered block, or where it is', async () => {
  await page.goto(home)
  await card(page, 'Hearth & Rye').getByRole('button', { name: 'Embed' }).click()
  const others = dialog('Embed Code').getByRole('region', { name: 'Other blocks' })
  const offered = blockPlaces.filter((place) => !snippetBlocks.includes(place))
  assert.ok(offered.length > 0)
  const select = others.getByRole('combobox', { name: 'Block' })
  if (offered.length > 1) await expect(select.or(others.getByRole('radio')).first()).toBeVisible()
  for (const { name, title, embed } of offered) {
    if (await select.count()) await select.selectOption(name)
    else if (offered.length > 1) await others.getByRole('radio', { name: title }).check({ force: true })
    if (embed.shows) {
      // A tag without the id of a form or list would show nothing.
      await expect(others.getByRole('link', { name: 'Tables' })).toHaveAttribute(
        'href',
        /^\/bolt\/tables\?tenant=/,
      )
      await expect(others.locator('pre code')).toHaveCount(0)
      continue
    }
    await expect(others.locator('pre code')).toContainText(`data-block="${name}"`)
    await expect(others.locator('pre code')).toContainText(bakery.public_key)
  }
})

test('[S2-120] [S2-131] [S8-092] [S8-003] Choose Theme offers three themes and stores the choice', async () => {
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
      await says(page, 'Error', 'not this one')
      await expect(choose).toBeVisible()
    },
  )
  await choose.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Tenant updated successfully!')
  await expect(choose).toBeHidden()
  await page.reload()
  await card(page, 'Corner Mill').getByRole('button', { name: 'Theme' }).click()
  await expect(choose.getByRole('radio', { name: /Zen/ })).toBeChecked()
})

test('[S2-114] [S2-135] [S2-136] [S2-137] [S2-138] [S2-139] [S2-140] Tenant Settings: four tabs; General saves a new name', async () => {
  await page.goto(home)
  await card(page, 'Corner Mill').getByRole('button', { name: 'Tenant Settings' }).click()
  const open = dialog('Tenant Settings')
  await expect(open.getByRole('tab', { name: 'Products' })).toBeVisible()
  const [general, auth, payments, products, ...more] = await open.getByRole('tab').allTextContents()
  assert.deepEqual([general, auth, payments, products], ['General', 'Auth', 'Payments', 'Products'])
  // Registered blocks may add tabs after those of the specification.
  const titles: string[] = Object.values(blocks).map(({ title }) => title)
  assert.deepEqual(
    more.filter((tab) => !titles.includes(tab)),
    [],
  )
  const boxes = new Set<string>()
  for (const name of ['Auth', 'Payments', 'Products', 'General']) {
    await open.getByRole('tab', { name }).click()
    await expect(open.getByRole('tabpanel', { name })).toBeVisible()
    boxes.add(JSON.stringify(await open.boundingBox()))
  }
  assert.equal(boxes.size, 1, `the box stays where it is: ${[...boxes].join(' ')}`)
  const [fields, sites] = await rectsOf([
    open.getByRole('textbox', { name: 'Public key' }),
    open.getByLabel('Site address'),
  ])
  assert.ok(sites!.left >= fields!.right, 'the sites are beside the fields')
  await expect(open.getByRole('textbox', { name: 'Public key' })).toHaveValue(bare.public_key)
  await expect(open.getByRole('textbox', { name: 'Public key' })).not.toBeEditable()
  const today = await page.evaluate(() =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date()),
  )
  await expect(open.getByText('Created', { exact: true }).locator('..')).toContainText(today)
  await open.getByLabel('Tenant Name').fill('Corner Mill & Sons')
  await open.getByRole('button', { name: 'Save Changes' }).click()
  await says(page, 'Tenant updated successfully!')
  await expect(page.getByText('Coming Soon')).toHaveCount(0)
  await page.reload()
  await expect(open.getByLabel('Tenant Name')).toHaveValue('Corner Mill & Sons')
  await open.getByLabel('Tenant Name').fill('Corner Mill')
  await open.getByRole('button', { name: 'Save Changes' }).click()
  await expect(open.getByText('Saved', { exact: true })).toBeVisible()
})

test('[S3-071] the tenant chosen in the header is stored for this tab, and its own products are shown', async () => {
  await page.goto(home)
  await page.getByRole('button', { name: 'Tenant: Corner Mill' }).click()
  await page.getByRole('dialog', { name: 'Tenant' }).getByRole('button', { name: 'Hearth & Rye' }).click()
  await expect(page.getByRole('button', { name: 'Tenant: Hearth & Rye' })).toBeVisible()
  assert.equal(await page.evaluate(() => sessionStorage.getItem('bb:tenant')), bakery.id)
})
