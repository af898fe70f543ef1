// The check-in page of door staff: typed codes, the camera, and days without network.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { qrPicture } from '#blocks/tickets/mail/qr-picture.ts'
import { ARGS, PATIENCE, expect, openBrowser } from '#testing/browser.ts'
import { functionCall } from '#testing/function-call.ts'
import { endWithThisProcess } from '#testing/guardian/guard.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { must } from '../scripts/demo/fill.ts'
import { violations } from './accessibility.ts'
import { keysOf, studioContext } from './api.ts'
import { makeBakery } from './bakery.ts'
import { writeCameraPicture } from './camera-picture.ts'
import { fitsItsWidth } from './sideways.ts'

const DAY = 86_400_000
const instance = await sharedInstance()
const keys = keysOf(instance)
const mara = await makeBakery(keys)
const tenant_id = mara.tenant.id
const server = { request: (path: string, init?: RequestInit) => fetch(instance.url + path, init) }
const visitor = functionCall(server, mara.tenant.public_key)
const creator = functionCall(server, keys.anonKey, mara.session.access_token)

const folder = mkdtempSync(join(tmpdir(), 'camera-'))
endWithThisProcess({ folder })
after(() => rmSync(folder, { recursive: true, force: true }))
const film = join(folder, 'camera.y4m')
const browser = await openBrowser({
  // A headless browser has no dialog for the permission, and refuses the camera without the second flag.
  args: [
    ...ARGS,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ],
})
after(() => browser.close())

const insert = async (table: string, row: object) =>
  (
    (await must(
      mara.client
        .from(table)
        .insert({ tenant_id, ...row })
        .select(),
    )) as { id: string }[]
  )[0]!.id

/** An event with a gate, and a free ticket for each name. @returns codes by name */
async function makeDoor(title: string, names: string[]) {
  const event_id = await insert('ticket_events', {
    title,
    place: 'Old barn',
    zone: 'Europe/Berlin',
    starts_at: new Date(Date.now() + DAY),
    ends_at: new Date(Date.now() + 1.2 * DAY),
    state: 'published',
  })
  const quota_id = await insert('ticket_quotas', { event_id, name: 'Seats', capacity: 50 })
  const type = await insert('ticket_types', { event_id, name: 'Seat', price_cents: 0, max_per_order: 20 })
  await must(
    mara.client
      .from('ticket_type_quotas')
      .insert({ tenant_id, event_id, type_id: type, quota_id })
      .select('type_id'),
  )
  const list = await insert('checkin_lists', { event_id, name: 'Main gate' })
  const { cart } = (
    await visitor('POST', `/ticket-events/${event_id}/hold`, { lines: [{ type, quantity: names.length }] })
  ).body
  const bought = await visitor(
    'POST',
    '/ticket-cart/buy',
    {
      cart,
      email: 'guest@checkin.test',
      page_url: 'http://shop.localhost:4999/',
      holders: names.map((name) => ({ type, name })),
    },
    { 'idempotency-key': cart },
  )
  assert.equal(bought.body.state, 'done', JSON.stringify(bought.body))
  const { tickets } = (await visitor('POST', '/my-tickets', { cart })).body as {
    tickets: { code: string; holder_name: string }[]
  }
  return {
    event: event_id,
    list,
    codes: Object.fromEntries(tickets.map(({ holder_name, code }) => [holder_name, code])),
  }
}

async function phonePage(permissions: string[] = []): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    permissions,
  })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  return context.newPage()
}
/** Opens the hand-out link of a new device on a phone. */
async function device(list: string, name: string, permissions?: string[]) {
  const page = await phonePage(permissions)
  const { body } = await creator('POST', `/check-in/${tenant_id}/lists/${list}/devices`, { name })
  await page.goto(`${instance.url}/check-in/#${mara.tenant.public_key}/${body.pairing}`)
  await page.getByRole('button', { name: 'Set up this device' }).click()
  await expect(page.getByRole('heading', { name: 'Main gate' })).toBeVisible()
  return { id: body.device_id as string, context: page.context(), page, link: body.pairing as string }
}
const result = (page: Page) => page.getByRole('status', { name: 'Result' })
async function type(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('Code').press('Enter')
}
const count = (page: Page, text: string) =>
  expect(page.getByRole('banner').getByText(/admitted$/)).toHaveText(text)
/** Waits until the page starts without network. */
const installed = (context: BrowserContext, page: Page) =>
  Promise.all([
    page.evaluate(async () => {
      await navigator.serviceWorker.ready
    }),
    expect.poll(() => context.serviceWorkers().length).toBe(1),
  ])

test('[peers T9] door staff open a link once, type codes, undo, find guests by name, and are shut out', async () => {
  const { list, codes } = await makeDoor('Harvest supper', ['Ada Oak', 'Rui Costa', 'Zoë Lind'])
  const { id, page, link } = await device(list, 'East')
  assert.ok(!page.url().includes(link), 'the code is not in the address any more')
  await count(page, '0 of 3 admitted')
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect(page.getByRole('alert')).toContainText('may not use the camera')
  await fitsItsWidth(page)
  assert.deepEqual(await violations(page), [])

  await type(page, codes['Ada Oak']!.toLowerCase())
  await expect(result(page)).toContainText('Admitted')
  await expect(result(page)).toContainText('Ada Oak')
  await expect(result(page)).toContainText('Seat')
  await count(page, '1 of 3 admitted')
  assert.deepEqual(await violations(page), [])
  await type(page, codes['Ada Oak']!)
  await expect(result(page)).toContainText(/Already used.*Admitted at \d\d:\d\d on this device\./s)
  await type(page, 'NO-SUCH-CODE')
  await expect(result(page)).toContainText('Unknown code')
  await type(page, codes['Rui Costa']!)
  await expect(result(page)).toContainText('Rui Costa')
  await result(page).getByRole('button', { name: 'Undo' }).click()
  await expect(result(page)).toContainText('Undone')
  await count(page, '1 of 3 admitted')
  await result(page).getByRole('button', { name: 'Next' }).click()

  // A hand scanner types while no field has the focus.
  await page.getByRole('button', { name: 'Guests' }).focus()
  await page.keyboard.type(codes['Rui Costa']!)
  await page.keyboard.press('Enter')
  await expect(result(page)).toContainText('Rui Costa')

  await page.getByRole('button', { name: 'Guests' }).click()
  await page.getByLabel('Search by name').fill('zoe')
  await expect(page.getByRole('listitem')).toHaveCount(1)
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Admit Zoë Lind' }).click()
  await expect(result(page)).toContainText('Zoë Lind')
  await expect(result(page).getByRole('button', { name: 'Next' })).toBeFocused()
  await count(page, '3 of 3 admitted')

  await page.goto(`${instance.url}/check-in/#${mara.tenant.public_key}/${link}`)
  await page.getByRole('button', { name: 'Set up this device' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has been used or has expired.')
  await page.getByRole('button', { name: 'Keep Main gate' }).click()
  await creator('POST', `/check-in/${tenant_id}/devices/${id}/revoke`, {})
  await page.getByRole('button', { name: 'Scan' }).click()
  await type(page, codes['Ada Oak']!)
  await expect(page.getByText('This device may no longer check in tickets')).toBeVisible()
  assert.deepEqual(await violations(page), [])
})

test('[peers T9] the camera reads the QR code of the ticket’s email, once while it is in the picture', async () => {
  const { list, codes } = await makeDoor('Night of the ovens', ['Ines Almeida'])
  await writeCameraPicture(film, qrPicture(codes['Ines Almeida']!))
  const { page } = await device(list, 'Camera', ['camera'])
  await expect(result(page)).toContainText('Admitted')
  await expect(result(page)).toContainText('Ines Almeida')
  await count(page, '1 of 1 admitted')
  // It is still in the picture, and is not scanned again.
  await result(page).getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Camera')).toBeVisible()
  await page.reload()
  await expect(result(page)).toContainText('Already used')
})

test('without network the page starts, two devices admit the same ticket, and both name the conflict', async () => {
  const { list, codes } = await makeDoor('Winter fair', ['Ada Oak', 'Rui Costa'])
  const [east, west] = [await device(list, 'East'), await device(list, 'West')]
  for (const { context, page } of [east, west]) {
    await count(page, '0 of 2 admitted')
    await installed(context, page)
    await context.setOffline(true)
    await page.reload()
    await type(page, codes['Ada Oak']!)
    await expect(result(page)).toContainText(/Admitted.*Without connection/s)
    await expect(page.getByText('Offline, 1 to send')).toBeVisible()
    await type(page, codes['Ada Oak']!)
    await expect(result(page)).toContainText('Already used')
    await type(page, 'SOLD-LATER')
    await expect(result(page)).toContainText('Not on the list')
  }
  // What waits survives a page that is closed.
  await east.page.reload()
  await expect(east.page.getByText('Offline, 1 to send')).toBeVisible()
  await count(east.page, '1 of 2 admitted')
  for (const { context, page } of [east, west]) {
    await context.setOffline(false)
    await expect(page.getByText('Online', { exact: true })).toBeVisible()
  }
  for (const { page } of [east, west]) {
    // A page that is shown again reads the list at once.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.getByRole('button', { name: 'Problems' }).click()
    const row = page.getByRole('list', { name: 'Problems' }).getByRole('listitem')
    await expect(row).toContainText('Ada Oak')
    await expect(row).toContainText(/Admitted twice: by (East|West) at .* and by (East|West) at/)
    assert.deepEqual(await violations(page), [])
  }
})

test('the page installs as an app whose service worker is limited to its folder', async () => {
  const { list } = await makeDoor('Bread fair', ['Ada Oak'])
  const { context, page } = await device(list, 'East')
  await installed(context, page)
  const protocol = await context.newCDPSession(page)
  const { errors, url } = await protocol.send('Page.getAppManifest')
  assert.deepEqual([errors, url], [[], `${instance.url}/check-in/app.webmanifest`])
  const { installabilityErrors } = await protocol.send('Page.getInstallabilityErrors')
  assert.deepEqual(
    installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
    [],
  )
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  assert.equal(scope, `${instance.url}/check-in/`)
  const tab = await context.newPage()
  await tab.goto(`${instance.url}/check-in/`)
  await expect(tab.getByRole('heading', { name: 'Check-in is open in another tab' })).toBeVisible()
  await page.close()
  await expect(tab.getByRole('heading', { name: 'Main gate' })).toBeVisible()
  await tab.goto(`${instance.url}/`)
  assert.equal(await tab.evaluate(() => navigator.serviceWorker.controller), null)
})

test('the owner makes a gate, hands out a link that is shown once, sees the numbers, and revokes the device', async () => {
  const { event, codes } = await makeDoor('Harvest dance', ['Ada Oak', 'Rui Costa'])
  const context = await studioContext(browser, instance.url, mara.session)
  after(() => context.close())
  const studio = await context.newPage()
  await studio.goto(`${instance.url}/bolt/tickets/check-in?tenant=${tenant_id}&of=${event}`)
  await expect(studio.getByRole('region', { name: 'Main gate' })).toContainText('0 of 2 admitted')
  await studio.getByRole('button', { name: 'New gate' }).click()
  await studio.getByLabel('Name').fill('Garden gate')
  await studio.getByRole('button', { name: 'Create gate' }).click()
  const gate = studio.getByRole('region', { name: 'Garden gate' })
  await expect(gate).toContainText('No devices yet.')
  await gate.getByRole('button', { name: 'Hand out a link' }).click()
  await studio.getByRole('button', { name: 'Make link' }).click()
  await expect(studio.getByText('Enter a name.')).toBeVisible()
  await studio.getByLabel('Device').fill('Lea’s phone')
  await studio.getByRole('button', { name: 'Make link' }).click()
  const dialog = studio.getByRole('dialog', { name: 'Link for Lea’s phone' })
  await expect(dialog.getByRole('img', { name: 'QR code of the link for Lea’s phone' })).toBeVisible()
  const link = await dialog.getByText('/check-in/#').innerText()
  assert.deepEqual(await violations(studio), [])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(gate.getByText('Link not opened')).toBeVisible()

  const phone = await phonePage()
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Set up this device' }).click()
  await expect(phone.getByRole('heading', { name: 'Garden gate' })).toBeVisible()
  await type(phone, codes['Ada Oak']!)
  await expect(result(phone)).toContainText('Admitted')
  await studio.reload()
  await expect(gate).toContainText('1 of 2 admitted')
  await expect(gate.getByText('Ready')).toBeVisible()
  assert.deepEqual(await violations(studio), [])

  await gate.getByRole('button', { name: 'Revoke Lea’s phone' }).click()
  await studio.getByRole('button', { name: 'Revoke device' }).click()
  await expect(gate.getByText('Revoked', { exact: true })).toBeVisible()
  await type(phone, codes['Rui Costa']!)
  await expect(phone.getByText('This device may no longer check in tickets')).toBeVisible()
})
