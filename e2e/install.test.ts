// The install page in the Studio, against a local site that is fixed while the page is open.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'

let html: string | undefined = '<h1>Bread</h1>'
const site = createServer((_, response) => {
  if (html === undefined) response.destroy()
  else response.writeHead(200, { 'content-type': 'text/html' }).end(html)
})
await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
after(() => {
  site.closeAllConnections()
  site.close()
})
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
const instance = await testInstance({ OUTBOUND_ALLOW: origin })
const mara = await makeCreator(keysOf(instance), { email: 'mara@hearthandrye.test', password: PASSWORD })
const shop = await makeTenant(mara, 'Hearth & Rye')
const browser = await launchBrowser()
const context = await studioContext(browser, instance.url, mara.session)
await context.grantPermissions(['clipboard-read', 'clipboard-write'])
const page = await context.newPage()

const finding = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const says = (title: string, verdict: string) =>
  expect(finding(title).getByText(verdict, { exact: true })).toBeVisible()
const check = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('[S1-006] the embed dialog links to the steps for each site builder, with the code to copy', async () => {
  await page.goto(`${instance.url}/studio?dialog=embed&tenant=${shop.id}`)
  await page.getByRole('link', { name: 'Steps for your site builder' }).click()
  await expect(page.getByRole('heading', { name: 'Install', level: 1 })).toBeVisible()
  for (const [name, expected] of [
    ['WordPress', 'unfiltered HTML'],
    ['Webflow', 'Code Embed'],
    ['Wix', 'Premium plan'],
    ['Squarespace', 'Display Source'],
    ['Framer', 'Scroll Section'],
    ['Shopify', 'Custom Liquid'],
    ['React', 'npm install @bolt-blocks/react'],
    ['Plain HTML', 'in the body'],
  ] as const) {
    await page
      .getByRole('navigation', { name: 'Where your site is made' })
      .getByRole('link', { name })
      .click()
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
    await expect(page.getByText(expected).first()).toBeVisible()
  }
  const builders = page.getByRole('navigation', { name: 'Where your site is made' })
  await builders.getByRole('link', { name: 'Wix' }).click()
  const boxId = page.getByLabel('ID of the box for products')
  await boxId.fill('#comp-lx4f2')
  await expect(page.getByRole('figure')).toContainText('data-target="#comp-lx4f2"')
  await boxId.fill('2 boxes')
  await expect(boxId).toHaveAccessibleDescription(/^An ID starts with a letter/)
  await expect(page.getByRole('figure')).toContainText('data-target="#comp-lx4g7"')
  await builders.getByRole('link', { name: 'Plain HTML' }).click()
  await page.getByRole('figure', { name: 'Embed code' }).getByRole('button', { name: 'Copy' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied.match(new RegExp(`data-tenant="${shop.public_key}"`, 'g'))?.length, 2)
  await page.getByRole('tab', { name: 'Advanced' }).click()
  await expect(page.getByRole('figure', { name: /^Pinned to 1\./ })).toContainText('integrity="sha384-')
  await expect(page.getByRole('figure', { name: 'content-security-policy' })).toContainText(
    `script-src ${instance.url}; frame-src ${instance.url}`,
  )
  const members = page.getByRole('region', { name: 'Members on your server' })
  await expect(members.getByRole('figure', { name: 'Your page' })).toContainText("bb('token')")
  await members.getByRole('tab', { name: 'Python' }).click()
  await expect(members.getByRole('tabpanel')).toContainText(shop.public_key)
  assert.deepEqual(await violations(page), [])
})

test('further samples for the page can be copied, and run unchanged', async () => {
  const tabs = page.getByRole('tablist', { name: 'What a page can do' })
  const samples: string[] = []
  for (const name of ['Profile', 'Dialog', 'Members only', 'Language', 'Colors', 'JavaScript']) {
    await tabs.getByRole('tab', { name, exact: true }).click()
    const panel = page.getByRole('tabpanel', { name, exact: true })
    samples.push((await panel.locator('code').textContent())!)
  }
  assert.deepEqual(await violations(page), [])
  await page.setViewportSize({ width: 390, height: 844 })
  const freeWidth = () => tabs.evaluate(({ clientWidth, scrollWidth }) => clientWidth - scrollWidth)
  await expect.poll(freeWidth, 'on a phone each tab is visible').toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  html = `<!doctype html><html lang="de"><title>Bread</title>${samples.join('\n')}`
  const visitor = await browser.newPage()
  after(() => visitor.close())
  const errors: string[] = []
  visitor.on('pageerror', ({ message }) => errors.push(message))
  await visitor.goto(origin)
  const frame = (name: string) => visitor.frameLocator(`iframe[src*="/embed/${name}?"]`)
  await expect(frame('profile').getByText('Melden Sie sich an, um Ihr Profil zu sehen.')).toBeVisible()
  await expect(frame('auth').getByRole('radio', { name: 'Se connecter' })).toBeVisible()
  await expect(visitor.getByText('Members see more.')).toBeVisible()
  await expect(visitor.getByText('Welcome back.')).toBeHidden()
  await visitor.getByRole('link', { name: 'Shop' }).click()
  await expect(frame('pay').getByText('Verfügbare Produkte')).toBeVisible()
  await expect(frame('pay').locator('body')).toHaveCSS('font-family', /Georgia/)
  assert.deepEqual(errors, [])
  html = '<h1>Bread</h1>'
})

test('[S9-050] problems of a page are explained, stay while the site is being fixed, and disappear when it is fixed', async () => {
  await page.getByRole('tab', { name: 'Check' }).click()
  await expect(page.getByRole('complementary', { name: 'Your tags' }).getByRole('figure')).toContainText(
    shop.public_key,
  )
  await page.getByLabel('Address of the page').fill(`${origin}/shop`)
  await check('Check page')
  await says('Script tag', 'Not found')
  const code = await finding('Script tag').getByRole('figure').locator('code').textContent()
  html = `<h1>Bread</h1>${code!.replaceAll(shop.public_key, 'pk_000000000000000000000000')}`
  await check('Check again')
  await says('Public key', 'Unknown key')
  html = `<h1>Bread</h1>${code}`
  await check('Check again')
  await expect(page.getByRole('heading', { name: 'No problems found' })).toBeVisible()
  await says('Script tag', 'Pass')
  assert.deepEqual(await violations(page), [])
  html = undefined
  await check('Check again')
  await expect(page.getByRole('alert')).toContainText('This site could not be read.')
  await expect(page.getByRole('alert')).toContainText('A page on your own machine is not public')
  await says('Script tag', 'Pass')
  await expect(page.getByLabel('Address of the page')).toHaveValue(`${origin}/shop`)
  html = `<h1>Bread</h1>${code}`
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No problems found' })).toBeVisible()
})

test('a button adds an unlisted site to the allowed sites without removing the others', async () => {
  // In live mode localhost has no special status.
  const live = { allowed_origins: ['https://shop.example'], stripe_mode: 'live' }
  assert.ifError((await operatorOf(keysOf(instance)).from('tenants').update(live).eq('id', shop.id)).error)
  await page.reload()
  await says('Site', 'Not listed')
  await page.getByRole('button', { name: `Add ${origin}` }).click()
  await says('Site', 'Pass')
  await expect(page.getByRole('button', { name: `Add ${origin}` })).toHaveCount(0)
  const { data } = await mara.client.from('tenants').select('allowed_origins').eq('id', shop.id).single()
  assert.deepEqual((data as { allowed_origins: string[] }).allowed_origins, ['https://shop.example', origin])
})
