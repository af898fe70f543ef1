// The blocks as visitors see them: on a third-party page, alone in a window, refused, empty, in each layout
// and theme.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { serveDemoSite } from '../scripts/demo/site.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeTenant, operatorOf } from './api.ts'
import { makeBakery } from './bakery.ts'
import { block } from './visitor.ts'

const INES = { email: 'ines@embeds.test', password: 'crusty loaf on saturday' }

const instance = await sharedInstance()
const keys = keysOf(instance)
const operator = operatorOf(keys)

// A bare third-party page and a designed one; the pasted tags are their only link to the product.
let bareBody = ''
const bareServer = createServer((_, response) =>
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Mill</title><body>${bareBody}</body></html>`),
)
await new Promise<void>((resolve) => bareServer.listen(0, '127.0.0.1', resolve))
after(() => bareServer.close())
const bareSite = `http://mill.localhost:${(bareServer.address() as AddressInfo).port}`
let snippet = ''
const site = await serveDemoSite({ port: 0, snippet: () => snippet, scriptOrigin: instance.url })
after(() => site.stop())

const mara = await makeBakery(keys, site.origin)
const publicKey = mara.tenant.public_key
const shops = {
  empty: await makeShop(0),
  one: await makeShop(1),
  two: await makeShop(2),
  five: await makeShop(5),
  auth0: await makeShop(1),
  live: await makeShop(1),
}

/** Makes a tenant with this many active products and one inactive product. */
async function makeShop(count: number): Promise<{ id: string; public_key: string }> {
  const shop = await makeTenant(mara, `Shop with ${count}`)
  assert.ifError((await operator.from('items').delete().eq('tenant_id', shop.id)).error)
  const item = (name: string, active: boolean) => ({ tenant_id: shop.id, name, price_cents: 900, active })
  const rows = [
    ...Array.from({ length: count }, (_, i) => item(`Loaf ${i + 1}`, true)),
    item('Sold out', false),
  ]
  assert.ifError((await operator.from('items').insert(rows)).error)
  return shop
}

const set = async (id: string, changes: object) =>
  assert.ifError((await operator.from('tenants').update(changes).eq('id', id)).error)
await set(shops.auth0.id, {
  auth_provider: 'auth0',
  auth0_domain: 'mill.eu.auth0.com',
  auth0_client_id: 'client',
})
await set(shops.live.id, { stripe_mode: 'live' })

const browser = await launchBrowser()
const context = await newContext()
const page = await context.newPage()

async function newContext(): Promise<BrowserContext> {
  const made = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  made.setDefaultTimeout(PATIENCE)
  return made
}

const embed = (path: string) => page.goto(`${instance.url}/embed/${path}`)
const tag = (name: string, key: string) =>
  `<script async src="${instance.url}/v1/bb.js" data-tenant="${key}" data-block="${name}"></script>`
const titles = (on: Page) => on.getByRole('listitem').getByRole('heading', { level: 2 })

test('[S1-001] [S2-034] a page with nothing but the script tag shows the block', async () => {
  bareBody = tag('pay', publicKey)
  await page.goto(bareSite)
  await expect(block(page, 'pay').getByRole('heading', { name: 'Available Products' })).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
})

test('[S2-032] the auth block shows in a frame', async () => {
  bareBody = tag('auth', publicKey)
  await page.goto(bareSite)
  await expect(block(page, 'auth').getByLabel('Email')).toBeVisible()
  await expect(block(page, 'auth').getByText('Powered by Bolt Blocks')).toBeVisible()
  await expect(block(page, 'auth').getByText('Test mode', { exact: true })).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
})

/** Markup, computed styles and widths of all of the host's own elements. */
function hostFacts(on: Page): Promise<{ markup: string; styles: string[]; sheets: number }> {
  return on.evaluate(() => {
    const mounts = 'bb-block, [data-bb-block], [data-bb-mount], iframe'
    const own = [...document.querySelectorAll<HTMLElement>('*')].filter(
      (element) => !element.closest(mounts) && element.tagName !== 'SCRIPT',
    )
    const styles = own.map((element) => {
      const { color, backgroundColor, font, margin, padding, display, position, overflow } =
        getComputedStyle(element)
      const { x, width } = element.getBoundingClientRect()
      return [
        element.tagName,
        color,
        backgroundColor,
        font,
        margin,
        padding,
        display,
        position,
        overflow,
        x,
        width,
      ].join('|')
    })
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const mount of copy.querySelectorAll(mounts)) mount.remove()
    // Our tag reserves the height with its own style until its block is added beside it.
    for (const ours of copy.querySelectorAll('script[data-tenant]')) ours.removeAttribute('style')
    return {
      markup: copy.outerHTML,
      styles,
      sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
    }
  })
}

test('[S1-011] the host page outside the blocks is the same with and without them', async () => {
  snippet = `${tag('pay', publicKey)}\n${tag('auth', publicKey)}`
  await page.route('**/v1/bb.js', (route) => route.abort())
  await page.goto(site.origin)
  const before = await hostFacts(page)
  await page.unroute('**/v1/bb.js')
  await page.goto(site.origin)
  await expect(block(page, 'pay').getByText('Available Products')).toBeVisible()
  await page.getByText('Regulars get the crust first').scrollIntoViewIfNeeded()
  await expect(block(page, 'auth').getByLabel('Email')).toBeVisible()
  const now = await hostFacts(page)
  assert.equal(now.markup, before.markup)
  assert.deepEqual(now.styles, before.styles)
  assert.equal(now.sheets, before.sheets)
})

test('[S2-035] the tenant comes from tenant or from pk', async () => {
  const titleLists: string[][] = []
  for (const name of ['tenant', 'pk']) {
    await embed(`pay?${name}=${publicKey}`)
    await expect(titles(page)).toHaveCount(3)
    titleLists.push(await titles(page).allTextContents())
  }
  assert.deepEqual(titleLists[0], titleLists[1])
  assert.ok(titleLists[0]!.includes('Rye starter kit'))
})

test('[S2-205] [S8-026] [S8-027] [S8-029] [S8-031] [S8-032] without a tenant each block shows what is wrong', async () => {
  const unknown = 'pk_000000000000000000000000'
  for (const [query, expected] of [
    ['', 'No tenant specified'],
    [`?tenant=${unknown}`, 'Tenant not found'],
    [`?pk=${unknown}`, 'Tenant not found'],
  ]) {
    for (const name of ['auth', 'success']) {
      await embed(name + query)
      const alert = page.getByRole('alert')
      await expect(alert.getByText('Configuration Error', { exact: true })).toBeVisible()
      await expect(
        alert.getByText('Unable to load authentication configuration. Please check your embed code.', {
          exact: true,
        }),
      ).toBeVisible()
      await expect(alert.getByText(expected!, { exact: true })).toBeVisible()
    }
    await embed(`pay${query}`)
    await expect(page.getByRole('alert')).toHaveText(expected!)
  }
})

test('[S2-201] a tenant with an external provider shows its one button', async () => {
  await embed(`auth?tenant=${shops.auth0.public_key}`)
  await expect(page.getByRole('button', { name: 'Sign In with Auth0' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(1)
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

const mode = (name: string) => page.getByRole('radio', { name })
const send = (name: string) => page.getByRole('button', { name, exact: true })

test('[S2-202] [S2-203] [S2-204] [S4-055] the form has two modes and waits for both fields', async () => {
  await embed(`auth?tenant=${publicKey}`)
  await expect(mode('Sign In')).toBeChecked()
  for (const name of ['Create Account', 'Sign In']) {
    await page.locator('label', { has: mode(name) }).click()
    await expect(mode(name)).toBeChecked()
    await page.getByLabel('Email').fill('')
    await page.getByLabel('Password', { exact: true }).fill('')
    await expect(send(name)).toBeDisabled()
    await page.getByLabel('Email').fill(INES.email)
    await expect(send(name)).toBeDisabled()
    await page.getByLabel('Email').fill('')
    await page.getByLabel('Password', { exact: true }).fill(INES.password)
    await expect(send(name)).toBeDisabled()
    await page.getByLabel('Email').fill(INES.email)
    await expect(send(name)).toBeEnabled()
  }
  assert.deepEqual(await violations(page), [])
})

test('[S4-057] [S4-079] [S8-030] signing up stays on the page until the visitor follows the email’s link, which leads back to it', async () => {
  await page.locator('label', { has: mode('Create Account') }).click()
  await send('Create Account').click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(
    page.getByText('We sent you a confirmation link to complete your registration.', { exact: true }),
  ).toBeVisible()
  const pageUrl = `${instance.url}/embed/auth?tenant=${publicKey}`
  assert.equal(page.url(), pageUrl)
  const message = await instance.mailTo(INES.email)
  assert.equal(new URL(message.links[0]!).searchParams.get('redirect_to'), pageUrl)
  await page.goto(message.links[0]!)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByText('Your email is confirmed')).toBeVisible()
})

test('[S8-028] a wrong password is an Authentication Error with its message', async () => {
  const context = await newContext()
  const other = await context.newPage()
  await other.goto(`${instance.url}/embed/auth?tenant=${publicKey}`)
  await other.getByLabel('Email').fill(INES.email)
  await other.getByLabel('Password', { exact: true }).fill('not the password')
  await other.getByRole('button', { name: 'Sign In' }).click()
  const alert = other.getByRole('alert')
  await expect(alert.getByText('Authentication Error', { exact: true })).toBeVisible()
  await expect(alert).toContainText(
    'Invalid email or password. If you just signed up, please check your email for a confirmation link first.',
  )
  assert.deepEqual(await violations(other), [])
  await context.close()
})

test('[S2-206] [S2-207] [S2-208] [S2-210] [S4-058] [S4-059] signing in shows the welcome message and makes the visitor a user of the tenant', async () => {
  await context.clearCookies()
  await embed(`auth?tenant=${publicKey}`)
  await page.getByLabel('Email').fill(INES.email)
  await page.getByLabel('Password', { exact: true }).fill(INES.password)
  await send('Sign In').click()
  await expect(page.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect(page.locator('.bb-drawn-tick')).toBeVisible()
  await expect(page.getByText("You've successfully signed in", { exact: true })).toBeVisible()
  await expect(page.getByText('Hearth & Rye', { exact: true })).toBeVisible()
  await expect(page.getByText(INES.email, { exact: true })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  const { id } = mara.tenant
  const rows = await operator
    .from('end_users')
    .select('email, tenant_id')
    .or(`email.eq.${INES.email},tenant_id.eq.${id}`)
  assert.deepEqual(rows.data, [{ email: INES.email, tenant_id: id }])
})

test('[S2-200] while an earlier session is restored the block shows Loading authentication...', async () => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/auth/v1/token**', async (route) => {
    await gate.promise
    await route.continue()
  })
  await embed(`auth?tenant=${publicKey}`)
  await expect(page.getByText('Loading authentication...', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)
  gate.resolve()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.unroute('**/auth/v1/token**')
})

test('[S2-033] [S2-211] [S2-212] Continue closes a popup, and opens the front page in a standalone window', async () => {
  const success = `${instance.url}/embed/success?tenant=${publicKey}`
  bareBody = '<button>Welcome</button>'
  await page.goto(bareSite)
  const opened = context.waitForEvent('page')
  await page.evaluate((url) => void open(url, '', 'popup,width=480,height=640'), success)
  const popup = await opened
  await expect(popup.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  const closed = popup.waitForEvent('close')
  // The window may close before the driver has reported the click.
  popup
    .getByRole('button', { name: 'Continue' })
    .click()
    .catch(() => {})
  await closed
  await page.goto(success)
  await expect(page.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${instance.url}/`)
})

test('[S4-065] the session in the frame survives a reload with third-party cookies blocked', async () => {
  const strict = await newContext()
  const host = await strictPage(strict)
  bareBody = tag('auth', publicKey)
  await host.goto(bareSite)
  const auth = block(host, 'auth')
  await auth.getByLabel('Email').fill(INES.email)
  await auth.getByLabel('Password', { exact: true }).fill(INES.password)
  await auth.getByRole('button', { name: 'Sign In' }).click()
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await host.reload()
  await expect(auth.getByText(`Signed in as ${INES.email}`)).toBeVisible()
  await strict.close()
})

test('[S2-213] [S2-214] [S2-215] [S2-216] [S4-034] one card per active product, with name, description and price', async () => {
  await embed(`pay?tenant=${publicKey}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Available Products')
  await expect(page.getByText('Choose what works best for you', { exact: true })).toBeVisible()
  const kit = page.getByRole('listitem').filter({ hasText: 'Rye starter kit' })
  await expect(
    kit.getByText('A jar, a kilo of flour and a five-day plan to your own starter.', { exact: true }),
  ).toBeVisible()
  await expect(kit.getByText('€18.50', { exact: true })).toBeVisible()
  await expect(kit.getByRole('button', { name: 'Purchase Now' })).toBeEnabled()
  await embed(`pay?tenant=${shops.two.public_key}`)
  await expect(page.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('Sold out')).toHaveCount(0)
})

test('[S2-218] [S9-040] one product is shown in one column, two in two, more in three', async () => {
  for (const [shop, columns] of [
    [shops.one, 1],
    [shops.two, 2],
    [shops.five, 3],
    [{ public_key: publicKey }, 3],
  ] as const) {
    await embed(`pay?tenant=${shop.public_key}`)
    await expect(titles(page).first()).toBeVisible()
    const columnPositions = await page
      .getByRole('listitem')
      .evaluateAll((cards) => cards.map((one) => Math.round(one.getBoundingClientRect().x)))
    assert.equal(new Set(columnPositions).size, columns, columnPositions.join())
  }
})

test('[S2-219] [S2-220] a tenant without products shows a message', async () => {
  await embed(`pay?tenant=${shops.empty.public_key}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No products yet')
  await expect(
    page.getByText("The creator hasn't added any products for sale yet. Check back later!", { exact: true }),
  ).toBeVisible()
  assert.deepEqual(await violations(page), [])
})

test('[S8-034] a purchase that fails without a reason shows An error occurred, and can be retried', async () => {
  await embed(`pay?tenant=${publicKey}`)
  await page.route('**/functions/v1/purchase', (route) => route.fulfill({ status: 502, json: {} }))
  const buy = page.getByRole('button', { name: 'Purchase Now: Rye starter kit' })
  await buy.click()
  await expect(page.getByRole('alert')).toHaveText('An error occurred')
  await expect(buy).toBeEnabled()
  await page.unroute('**/functions/v1/purchase')
})

test('[S2-086] a tenant’s theme changes the appearance of its blocks', async () => {
  const styles = new Set<string>()
  for (const variant of ['clean', 'retro', 'zen']) {
    assert.ifError(
      (await mara.client.from('tenants').update({ theme: { variant } }).eq('public_key', publicKey)).error,
    )
    await expect(async () => {
      await embed(`pay?tenant=${publicKey}`)
      assert.equal(await page.locator('html').getAttribute('data-theme'), variant)
    }).toPass()
    const style = await page
      .getByRole('button', { name: 'Purchase Now: Rye starter kit' })
      .evaluate((button) => getComputedStyle(button).backgroundColor)
    styles.add(style)
  }
  assert.equal(styles.size, 3, [...styles].join(' '))
  for (const name of ['auth', 'pay']) {
    await embed(`${name}?tenant=${publicKey}&theme=retro&mode=dark`)
    await expect(page.getByText('Powered by Bolt Blocks')).toBeVisible()
    assert.deepEqual(await violations(page), [])
  }
})

test('a site that a live tenant does not list is shown its own address and where to add it', async () => {
  bareBody = tag('pay', shops.live.public_key)
  await page.goto(bareSite)
  const frame = block(page, 'pay')
  await expect(frame.getByText('This site is not listed yet', { exact: true })).toBeVisible()
  await expect(
    frame.getByText(`This workspace's blocks can't be shown on ${bareSite}.`, { exact: true }),
  ).toBeVisible()
  await expect(frame.getByText('Loaf 1')).toHaveCount(0)
  assert.deepEqual(await violations(page, true), [])
  await set(shops.live.id, { allowed_origins: [bareSite] })
  await expect(async () => {
    await page.reload()
    await expect(frame.getByText('Loaf 1').or(frame.getByText('This site is not'))).toBeVisible()
    await expect(frame.getByText('Loaf 1')).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(frame.getByText('Test mode')).toHaveCount(0)
})

test('[S2-039] no screen of the Studio may be framed, and blocks only by the tenant’s own sites', async () => {
  const ancestors = async (path: string) => {
    const { headers } = await fetch(instance.url + path)
    return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
  }
  for (const path of ['/', '/home', '/auth', '/auth/confirm', '/studio', '/no/such-page'])
    assert.equal(await ancestors(path), "'none'", path)
  for (const name of ['auth', 'success', 'pay']) {
    assert.equal(
      await ancestors(`/embed/${name}?tenant=${shops.live.public_key}`),
      `'self' ${bareSite}`,
      name,
    )
    assert.equal(await ancestors(`/embed/${name}`), "'self'", name)
  }
  for (const name of ['confirm', 'auth-return', 'passkey'])
    assert.equal(await ancestors(`/embed/${name}?tenant=${shops.live.public_key}`), "'none'", name)
  // The browser enforces it: the frame stays empty.
  bareBody = `<iframe title="trap" src="${instance.url}/studio"></iframe>`
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.goto(bareSite)
  await refused
  await expect(page.frameLocator('iframe').getByText('Bolt Blocks')).toHaveCount(0)
})

test('[K08] a tag with an unknown block name shows an error on the page and sends it to the page’s script', async () => {
  for (const name of ['Pay', '__proto__']) {
    bareBody = tag(name, shops.one.public_key)
    await page.goto(bareSite)
    await expect(block(page, name).getByRole('alert')).toContainText(`No block is named ${name}`)
  }
  bareBody = `${tag('pey', shops.one.public_key)}<script>addEventListener('bb:error', ({ detail }) => { window.failed = detail })</script>`
  await page.goto(bareSite)
  await expect(block(page, 'pey').getByRole('alert')).toContainText('No block is named pey')
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { failed?: object }).failed))
    .toEqual({ block: 'pey', code: 'unknown_block' })
})

test('one-word attributes reach the page of a block, those of other tools do not', async () => {
  bareBody = tag('auth', shops.one.public_key).replace(
    ' data-block',
    ' data-event="e1" data-wf-id="w" data-block',
  )
  await page.goto(bareSite)
  await expect(block(page, 'auth').locator('.bb-powered')).toBeVisible()
  const src = await page.locator('iframe').getAttribute('src')
  const query = new URL(src!).searchParams
  assert.equal(query.get('event'), 'e1')
  assert.ok(!src!.includes('wf'))
})
