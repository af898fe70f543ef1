// A tenant's theme: chosen in the Studio, applied on a third-party page, and overridden there by the page's
// styles.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { FrameLocator } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, studioContext } from './api.ts'
import { makeBakery } from './bakery.ts'
import { card } from './creator.ts'
import { pickOption } from './pick-option.ts'
import { block } from './visitor.ts'
import { escape } from './windows.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
let body = ''
const server = createServer((_, response) =>
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Mill</title><body>${body}</body></html>`),
)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const site = `http://mill.localhost:${(server.address() as AddressInfo).port}`
const mara = await makeBakery(keys, site)
const publicKey = mara.tenant.public_key
const themeOf = async () =>
  (await mara.client.from('tenants').select('theme').eq('public_key', publicKey).single<{ theme: object }>())
    .data!.theme

const browser = await launchBrowser()
const studio = await (await studioContext(browser, instance.url, mara.session)).newPage()
const visitor = await (await browser.newContext()).newPage()

const tag = (name: string) =>
  `<script async src="${instance.url}/v1/bb.js" data-tenant="${publicKey}" data-block="${name}"></script>`
const buy = (frame: FrameLocator) => frame.getByRole('button', { name: 'Purchase Now' }).first()
const YELLOW = 'rgb(255, 235, 59)'

test('[S2-086] [S2-131] an accent, corners and a font are previewed on the real blocks, checked for contrast, undone and saved', async () => {
  await studio.goto(`${instance.url}/studio`)
  await card(studio, 'Hearth & Rye').getByRole('button', { name: 'Theme' }).click()
  const choose = studio.getByRole('dialog', { name: 'Choose Theme' })
  const shown = choose.frameLocator('iframe')
  await expect(choose.getByText('All your colors meet WCAG AA.')).toBeVisible()
  await choose.getByLabel('Accent color', { exact: true }).fill('#FFEB3B')
  await expect(buy(shown)).toHaveCSS('background-color', YELLOW)
  // Yellow gets dark text and a visible border.
  await expect(buy(shown)).toHaveCSS('color', 'rgb(16, 20, 28)')
  const finding = choose.getByText(/^The accent is hard to see on light pages \(1\.\d:1/)
  await expect(finding).toBeVisible()
  assert.deepEqual(await violations(studio), [])

  await choose.getByRole('button', { name: /^Use #/ }).click()
  await expect(finding).toBeHidden()
  await choose.getByRole('button', { name: 'Undo' }).click()
  await expect(finding).toBeVisible()
  await choose.getByLabel('Corners').selectOption('Square')
  const fonts = choose.getByRole('group', { name: 'Font' })
  await expect(fonts.getByText('Slab serif')).toHaveCSS('font-family', /^Rockwell/)
  await fonts.getByRole('radio', { name: 'Serif', exact: true }).check()
  await expect(buy(shown)).toHaveCSS('border-radius', '0px')
  await pickOption(choose, 'Block', 'Profile')
  await expect(shown.getByRole('button', { name: 'Account Settings' })).toHaveCSS('border-radius', '0px')

  await choose.getByRole('radio', { name: 'Zen' }).check()
  assert.deepEqual(await violations(studio), [])
  await choose.getByRole('button', { name: 'Undo' }).click()

  // The draft survives closing the dialog by mistake.
  await escape(choose)
  await card(studio, 'Hearth & Rye').getByRole('button', { name: 'Theme' }).click()
  await expect(choose.getByLabel('Accent color', { exact: true })).toHaveValue('#ffeb3b')
  await expect(choose.getByText('Not saved yet')).toBeVisible()
  await choose.getByLabel('Accent color', { exact: true }).fill('javascript:alert(1)')
  await expect(choose.getByText('Enter a color as # and six digits, or as rgb(…).')).toBeVisible()
  await choose.getByRole('button', { name: 'Save' }).click()
  await expect(choose).toBeHidden()
  assert.deepEqual(await themeOf(), { variant: 'retro', accent: '#ffeb3b', radius: 0, font: 'serif' })
})

test('[S2-086] every block of the tenant has the theme from the first paint, and axe finds nothing', async () => {
  body = tag('pay') + tag('auth')
  await visitor.goto(site)
  await expect(buy(block(visitor, 'pay'))).toHaveCSS('background-color', YELLOW)
  await expect(block(visitor, 'auth').getByRole('button', { name: 'Sign In' })).toHaveCSS(
    'border-radius',
    '0px',
  )
  await expect(block(visitor, 'auth').locator('body')).toHaveCSS('font-family', /Palatino/)
  assert.deepEqual(await violations(visitor, true), [])
})

test('[K03] the host page sets its own theme in CSS, which cannot inject anything else into the block', async () => {
  body = `<div style="--brand: oklch(0.627955 0.257683 29.2339); --bb-accent: var(--brand); --bb-radius: 0.5rem">${tag('pay')}</div>
    <div style='--bb-accent: url(//evil.example/x); --bb-font: "x</style><b>"; --bb-radius: calc(1px)'>${tag('auth')}</div>`
  await visitor.goto(site)
  await expect(buy(block(visitor, 'pay'))).toHaveCSS('background-color', 'rgb(255, 0, 0)')
  await expect(buy(block(visitor, 'pay'))).toHaveCSS('border-radius', '8px')
  await expect(block(visitor, 'auth').getByLabel('Email')).toBeVisible()
  await visitor.evaluate(() =>
    (window as unknown as { bb: (name: string, theme: object) => void }).bb('theme', {
      accent: '#000080',
      theme: 'zen',
    }),
  )
  await expect(buy(block(visitor, 'pay'))).toHaveCSS('background-color', 'rgb(0, 0, 128)')
})

test('a theme that the page sets while a block loads is applied when it appears', async () => {
  body = tag('pay')
  const requested = Promise.withResolvers<void>()
  const allowScript = Promise.withResolvers<void>()
  await visitor.route('**/embed/pay?*', async (route) => {
    requested.resolve()
    await allowScript.promise
    await route.continue()
  })
  await visitor.goto(site, { waitUntil: 'commit' })
  await requested.promise
  await visitor.evaluate(() =>
    (window as unknown as { bb: (name: string, theme: object) => void }).bb('theme', {
      mode: 'dark',
      accent: '#000080',
    }),
  )
  allowScript.resolve()
  await expect(block(visitor, 'pay').locator('html')).toHaveAttribute('data-mode', 'dark')
  await expect(buy(block(visitor, 'pay'))).toHaveCSS('background-color', 'rgb(0, 0, 128)')
  await visitor.unroute('**/embed/pay?*')
})

test('a tenant with fixed dark mode is dark on a light page, on its own background', async () => {
  const { error } = await mara.client
    .from('tenants')
    .update({ theme: { variant: 'clean', mode: 'dark', accent: '#102a5c' } })
    .eq('public_key', publicKey)
  assert.ifError(error)
  body = tag('pay')
  const root = block(visitor, 'pay').locator('html')
  // The server caches a tenant's settings briefly.
  await expect(async () => {
    await visitor.goto(site)
    await expect(root).toHaveAttribute('data-mode', 'dark')
  }).toPass()
  await expect(root).toHaveAttribute('data-ground', 'light')
  await expect(root).toHaveAttribute('data-panel', '')
  await expect(root).toHaveCSS('color-scheme', 'light')
  assert.deepEqual(await violations(visitor, true), [])
})

test('a page’s own light or dark mode takes precedence over the tenant’s choice', async () => {
  const root = block(visitor, 'pay').locator('html')
  await expect(root).toHaveAttribute('data-mode', 'dark')
  const say = (mode: string) =>
    visitor.evaluate(
      (one) =>
        (window as unknown as { bb: (name: string, theme: object) => void }).bb('theme', { mode: one }),
      mode,
    )
  await say('light')
  await expect(root).toHaveAttribute('data-mode', 'light')
  await expect(root).not.toHaveAttribute('data-ground')
  await say('dark')
  await expect(root).toHaveAttribute('data-mode', 'dark')
  await expect(root).toHaveAttribute('data-ground', 'light')
})
