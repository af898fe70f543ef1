// Form and list on a third-party site: a visitor's answers become a row, which the owner approves and its author changes.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { DataForm, DataView, EntryPayment } from '#blocks/database/endpoints-studio.ts'
import type { DataTable } from '#features/tables/endpoints.ts'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { AUTHOR, EVERYONE } from '#testing/own-tables.ts'
import { png } from '#testing/record-uploads.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { must } from '../scripts/demo/fill.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeMember, makeTenant, operatorOf, studioContext } from './api.ts'
import { makeBakery } from './bakery.ts'
import { CARDS, block, fillCard } from './visitor.ts'

/** As many as a question shows in a menu. */
const BREADS = ['Rye', 'Spelt', 'Einkorn', 'Emmer', 'Wheat', 'Barley', 'Oat']
const PASSWORD = 'crusty loaf on saturday'
const ADA = 'ada@guestbook.test'

const instance = await sharedInstance()
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@guestbook.test', password: 'slow bread before dawn' })
const mill = await makeTenant(mara, 'Mill')
await makeMember(keys, mill.id, { email: ADA, password: PASSWORD, name: 'Ada Oak' })

async function make<T>(
  path: string,
  body: object,
  { session } = mara,
  method: 'POST' | 'PUT' = 'POST',
): Promise<T> {
  const response = await fetch(`${instance.url}/functions/v1${path}`, {
    method,
    headers: {
      apikey: keys.anonKey,
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return JSON.parse(text) as T
}

const table = await make<DataTable>(`/data-tables/${mill.id}/tables`, {
  title: 'Guestbook',
  fields: [
    { title: 'Name', kind: 'text', required: true, max: 40 },
    { title: 'Email', kind: 'email' },
    {
      title: 'Visit',
      kind: 'choice',
      choices: [
        { value: 'first', title: 'My first' },
        { value: 'again', title: 'One of many' },
      ],
    },
    { title: 'Since when?', name: 'since', kind: 'number' },
    { title: 'Message', kind: 'long_text', required: true },
    { title: 'Campaign', kind: 'text' },
    { title: 'Photo', kind: 'image', max: 1 },
    { title: 'Bread', kind: 'choice', choices: BREADS.map((title) => ({ value: title, title })) },
  ],
  see: EVERYONE,
  change: AUTHOR,
  delete: AUTHOR,
  approval: true,
})
const [name, email, visit, since, message, campaign, photo, bread] = table.fields.map(({ id }) => id) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
const form = await make<DataForm>(`/data-forms/${mill.id}/forms`, {
  table_id: table.id,
  title: 'Sign our guestbook',
  settings: { text: 'We read every word.', button: 'Sign', edit_days: 14 },
  design: {
    pages: [
      {
        title: 'You',
        sections: [
          {
            questions: [
              { field: name, prefill: { parameter: 'name' } },
              { field: email, prefill: { person: 'email' } },
              { field: visit },
              { field: bread },
              { field: since, required: true, when: { all: [{ field: visit, is: 'is', value: 'again' }] } },
              { field: campaign, hidden: true, prefill: { parameter: 'utm' } },
            ],
          },
        ],
      },
      { title: 'Your words', sections: [{ questions: [{ field: message }, { field: photo }] }] },
    ],
  },
})
const view = await make<DataView>(`/data-views/${mill.id}/views`, {
  table_id: table.id,
  title: 'Guests',
  layout: 'cards',
  design: {
    fields: [name, since, message, photo],
    details: [name, message, visit, bread],
    search: true,
    own_rows: true,
  },
})

const tag = (attributes: string) =>
  `<script async src="${instance.url}/v1/bb.js" data-tenant="${mill.public_key}" ${attributes}></script>`
/** The blocks of the page. */
let shownTags = `${tag(`data-block="form" data-form="${form.id}" data-prefill="name=Ada"`)}${tag(`data-block="list" data-view="${view.id}"`)}${tag('data-block="auth"')}`
const server = createServer((_, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><title>Mill</title><body><main><h1>Mill</h1>${shownTags}</main></body></html>`,
    )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const site = `http://guestbook.localhost:${(server.address() as AddressInfo).port}`
await must(
  operatorOf(keys)
    .from('tenants')
    .update({ allowed_origins: [site] })
    .eq('id', mill.id)
    .select(),
)
const browser = await launchBrowser()

/** @param prepare runs before the page loads */
async function visitPage(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 900, height: 2200 } })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  const page = await strictPage(context)
  await prepare?.(page)
  await page.goto(`${site}/?utm=spring`)
  return page
}
/** The owner's grid of the table, in the Studio. */
async function openGrid(): Promise<Page> {
  const context = await studioContext(browser, instance.url, mara.session)
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  const page = await context.newPage()
  await page.goto(`${instance.url}/bolt/tables?tenant=${mill.id}&table=${table.id}`)
  await expect(page.getByRole('heading', { name: 'Guestbook', level: 1 })).toBeVisible()
  return page
}

/** What a form shows, and how its button looks. */
const shownBy = async (form: Locator) => ({
  words: await form.locator('label, legend, button, .form-progress').allInnerTexts(),
  button: await form.locator('[type=submit]').evaluate((button) => {
    const { backgroundColor, color, borderRadius, fontSize, height } = getComputedStyle(button)
    return { backgroundColor, color, borderRadius, fontSize, height }
  }),
})

const formIn = (page: Page) => block(page, 'form')
const listIn = (page: Page) => block(page, 'list')

/** The owner's table, over the data API. */
async function rowsOf() {
  const response = await fetch(`${instance.url}/rest/v1/guestbook?name=eq.Ada`, {
    headers: {
      apikey: keys.anonKey,
      authorization: `Bearer ${mara.session.access_token}`,
      'x-tenant': mill.id,
    },
  })
  return (await response.json()) as Record<string, unknown>[]
}

test('[peers D2] [peers D3] [peers D4] [peers D5] [peers D6] [peers D7] [peers D13] a visitor signs a guestbook, the owner approves it in the grid, and the author changes the entry', async () => {
  const grid = await openGrid()
  const page = await visitPage()
  const asked = formIn(page)
  await expect(asked.getByRole('heading', { name: 'Sign our guestbook' })).toBeVisible()
  await expect(listIn(page).getByText('Nothing here yet.')).toBeVisible()
  assert.deepEqual(await violations(page, true), [])

  const auth = block(page, 'auth')
  await auth.getByLabel('Email').fill(ADA)
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await auth.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(auth.getByText(ADA).first()).toBeVisible()

  await expect(asked.getByLabel('Name')).toHaveValue('Ada')
  await expect(asked.getByLabel('Email')).toHaveValue(ADA)
  await expect(asked.getByLabel('Since when?')).toHaveCount(0)
  const frame = page.locator('iframe[src*="/embed/form"]')
  const before = (await frame.boundingBox())!.height
  await asked.getByRole('radio', { name: 'One of many' }).check()
  await expect(asked.getByLabel('Since when?')).toBeVisible()
  await expect.poll(async () => (await frame.boundingBox())!.height).toBeGreaterThan(before + 40)

  await asked.getByLabel('Bread').selectOption('Spelt')
  await asked.getByLabel('Since when?').fill('many years')
  await asked.getByRole('button', { name: 'Next' }).click()
  await expect(asked.getByText('Enter a number.')).toBeVisible()
  await expect(asked.getByLabel('Since when?')).toBeFocused()
  assert.deepEqual(await violations(page, true), [])
  await asked.getByLabel('Since when?').fill('2019')
  await asked.getByRole('button', { name: 'Next' }).click()
  await expect(asked.getByText('Step 2 of 2: Your words')).toBeVisible()
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    document.addEventListener('bb:submitted', ({ detail }) => heard.push(detail))
  })
  await asked.getByLabel('Message').fill('<b>Lovely</b> rye')
  await expect(asked.getByText('At most 1 MB.')).toBeVisible()
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) =>
    asked.getByLabel('Photo').setInputFiles(file)
  await choose({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(1_000_001) })
  await expect(asked.getByText('The file is too large. Choose one of at most 1 MB.')).toBeVisible()
  await choose({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
  await expect(asked.getByText(/Files of this type are not accepted here/)).toBeVisible()
  const picture = { name: 'us.png', mimeType: 'image/png', buffer: Buffer.from(await png(600, 300)) }
  await choose(picture)
  await expect(asked.getByText('Ready to send.')).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  await asked.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(asked.getByLabel('Photo')).toBeFocused()
  await choose(picture)
  await expect(asked.getByText('Ready to send.')).toBeVisible()
  // Both pages of the form keep what is on them.
  await asked.getByRole('button', { name: 'Back' }).click()
  await expect(asked.getByLabel('Bread')).toHaveValue('Spelt')
  await asked.getByRole('button', { name: 'Next' }).click()
  await expect(asked.getByText('us.png')).toBeVisible()
  await asked.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(asked.getByText('Thank you. We received what you sent.')).toBeVisible()
  await expect(asked.getByText('It appears on the site once it has been approved.')).toBeVisible()

  // The host page learns which form was sent, and nothing of what was typed.
  const heard = () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)
  await expect.poll(heard).toEqual([{ block: 'form', form: form.id }])
  const link = (await asked.getByRole('link', { name: 'Change what you sent' }).getAttribute('href'))!
  const edited = await strictPage(page.context())
  await edited.goto(link)
  await expect(edited.getByText(/You can change this until/)).toBeVisible()
  await expect(edited.getByLabel('Since when?')).toHaveValue('2019')
  await expect(edited.getByLabel('Bread')).toHaveValue('Spelt')
  assert.deepEqual(await violations(edited), [])
  await edited.getByLabel('Since when?').fill('2018')
  await edited.getByRole('button', { name: 'Next' }).click()
  await edited.getByRole('button', { name: 'Save changes' }).click()
  await expect(edited.getByText('Your changes are saved.')).toBeVisible()
  await edited.close()

  const [row] = await rowsOf()
  assert.deepEqual(
    [row!['email'], row!['visit'], row!['since'], row!['message'], row!['campaign'], row!['approved']],
    [ADA, 'again', 2018, '<b>Lovely</b> rye', 'spring', false],
  )
  const stranger = await visitPage()
  await expect(listIn(stranger).getByText('Nothing here yet.')).toBeVisible()
  // The owner's grid was open all the time.
  await expect(grid.locator('[data-row="0"][data-column="0"]')).toHaveText('Ada')
  await grid.getByRole('button', { name: 'Open row 1, waiting for approval' }).click()
  const opened = grid.getByRole('dialog', { name: 'Ada' })
  await expect(opened.getByLabel('Message')).toHaveValue('<b>Lovely</b> rye')
  await opened.getByRole('button', { name: 'Approve' }).click()
  await expect(opened.getByRole('button', { name: 'Withdraw approval' })).toBeVisible()

  // The grid shows the approval before the server has stored it.
  await expect.poll(async () => (await rowsOf())[0]!['approved']).toBe(true)
  await stranger.reload()
  await expect(listIn(stranger).getByText('<b>Lovely</b> rye')).toBeVisible()
  const shown = listIn(stranger).getByRole('img', { name: 'us.png' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600)
  await listIn(stranger).getByLabel('Search').fill('nothing of this')
  await expect(listIn(stranger).getByText(/Nothing matches/)).toBeVisible()
  await listIn(stranger).getByLabel('Search').fill('lovely')
  await expect(listIn(stranger).getByText('<b>Lovely</b> rye')).toBeVisible()
  await expect(listIn(stranger).getByRole('button', { name: 'Change' })).toHaveCount(0)
  assert.equal(await listIn(stranger).getByText(ADA).count(), 0, 'the list shows no other field')
  assert.deepEqual(await violations(stranger, true), [])

  await listIn(stranger).getByRole('link', { name: 'Ada' }).press('Enter')
  const heading = listIn(stranger).getByRole('heading', { level: 1, name: 'Ada' })
  await expect(heading).toBeFocused()
  await expect(listIn(stranger).getByText('One of many')).toBeVisible()
  assert.deepEqual(await violations(stranger, true), [])
  await stranger.evaluate(() => history.back())
  const entry = listIn(stranger).getByRole('link', { name: 'Ada' })
  await expect(entry).toBeFocused()
  await expect(listIn(stranger).getByLabel('Search')).toHaveValue('lovely')
  const alone = await strictPage(stranger.context())
  const list = (await stranger.locator('iframe[src*="/embed/list"]').getAttribute('src'))!
  await alone.goto(new URL((await entry.getAttribute('href'))!, list).href)
  await expect(alone.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible()
  await expect(alone).toHaveTitle('Ada · Guests')
  await alone.getByRole('link', { name: 'Back to the list' }).click()
  await expect(alone.getByRole('link', { name: 'Ada' })).toBeFocused()
  await alone.close()

  await page.reload()
  await listIn(page).getByRole('button', { name: 'Change' }).click()
  await listIn(page).getByLabel('Message').fill('Lovely rye, still')
  await listIn(page).getByRole('button', { name: 'Save' }).click()
  await expect(listIn(page).getByText('Lovely rye, still')).toBeVisible()
  await expect(listIn(page).getByText('Waits for approval')).toBeVisible()
  await expect(listIn(page).getByRole('img', { name: 'us.png' })).toBeVisible()
  // The entry's own view has more fields, and its author changes and deletes it there, too.
  await listIn(page).getByRole('link', { name: 'Ada' }).click()
  await expect(listIn(page).getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible()
  await listIn(page).getByRole('button', { name: 'Change' }).click()
  await expect(listIn(page).getByLabel('Bread')).toHaveValue('Spelt')
  await listIn(page).getByRole('radio', { name: 'My first' }).check()
  await listIn(page).getByRole('button', { name: 'Save' }).click()
  await expect(listIn(page).getByText('My first')).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  await listIn(page).getByRole('button', { name: 'Delete' }).click()
  await listIn(page).getByRole('button', { name: 'Delete for good' }).click()
  await expect(listIn(page).getByText('Nothing here yet.')).toBeVisible()
  assert.deepEqual(await rowsOf(), [])

  // Rows that are no longer for her leave the open page.
  await make(
    `/data-tables/${mill.id}/tables/${table.id}`,
    { revision: table.revision, see: { any: [] } },
    mara,
    'PUT',
  )
  await expect(listIn(page).getByText(/are for certain members/)).toBeVisible()
  await expect(listIn(page).getByLabel('Search')).toHaveCount(0)
  await stranger.reload()
  await expect(listIn(stranger).getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('[peers D7] a file that is chosen while the script for files still loads is sent, and the form waits for it', async () => {
  const held = Promise.withResolvers<void>()
  const page = await visitPage((one) =>
    one.route(/file-question[^/]*\.js/, async (route) => {
      await held.promise
      await route.continue()
    }),
  )
  const asked = formIn(page)
  await asked.getByRole('radio', { name: 'My first' }).check()
  await asked.getByRole('button', { name: 'Next' }).click()
  await asked.getByLabel('Message').fill('Rye')
  // The browser's window for files belongs to the control that opened it.
  const control = await asked.getByLabel('Photo').elementHandle()
  const picture = { name: 'us.png', mimeType: 'image/png', buffer: Buffer.from(await png(60, 30)) }
  await control.setInputFiles(picture)
  await asked.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(asked.getByText('Wait until the file has been sent, or remove it.')).toBeVisible()
  held.resolve()
  await expect(asked.getByText('Ready to send.')).toBeVisible()
  await expect(asked.getByText('us.png')).toBeVisible()

  await asked.getByRole('button', { name: 'Remove' }).click()
  await asked.getByRole('button', { name: 'Back' }).click()
  await asked.getByRole('button', { name: 'Next' }).click()
  const again = await asked.getByLabel('Photo').elementHandle()
  await asked.getByLabel('Message').fill('Rye, again')
  await again.setInputFiles(picture)
  await expect(asked.getByText('Ready to send.')).toBeVisible()
})

test('[peers D17] the preview in the Studio shows what the published form shows', async () => {
  const [page, studio] = [await visitPage(), await openGrid()]
  const published = formIn(page).locator('form')
  await expect(published.getByRole('button', { name: 'Next' })).toBeVisible()
  await studio.getByRole('navigation', { name: 'Guestbook' }).getByRole('link', { name: 'Form' }).click()
  const preview = studio.getByRole('region', { name: 'Preview' }).locator('form')
  await expect(preview.getByRole('button', { name: 'Next' })).toBeVisible()
  assert.deepEqual(await shownBy(preview), await shownBy(published))
  for (const form of [preview, published]) {
    await form.getByLabel('Name').fill('Ada')
    await form.getByRole('radio', { name: 'One of many' }).check()
    await expect(form.getByLabel('Since when?')).toBeVisible()
  }
  assert.deepEqual(await shownBy(preview), await shownBy(published))
})

test('[peers D6] a calendar shows the entries of a month by the visitor’s days, and an agenda where it is narrow', async () => {
  // Free includes one table.
  const plan = { user_id: mara.session.user.id, plan_id: 'pro', status: 'active' }
  await must(operatorOf(keys).from('bolt_subscriptions').upsert(plan))
  const events = await make<DataTable>(`/data-tables/${mill.id}/tables`, {
    title: 'Events',
    fields: [
      { title: 'Event', kind: 'text' },
      { title: 'Start', kind: 'date_time' },
      { title: 'Stars', kind: 'rating' },
    ],
    see: EVERYONE,
  })
  const [event, start, stars] = events.fields.map(({ id }) => id)
  const calendar = await make<DataView>(`/data-views/${mill.id}/views`, {
    table_id: events.id,
    title: 'At the mill',
    layout: 'calendar',
    design: { fields: [event, stars], date: start },
  })
  const month = new Date().toISOString().slice(0, 7)
  const response = await fetch(`${instance.url}/rest/v1/events`, {
    method: 'POST',
    headers: {
      apikey: keys.anonKey,
      authorization: `Bearer ${mara.session.access_token}`,
      'content-type': 'application/json',
      'x-tenant': mill.id,
    },
    body: JSON.stringify([{ event: 'Night of the starters', start: `${month}-15T02:30:00Z`, stars: 4 }]),
  })
  assert.equal(response.status, 201)

  const context = await browser.newContext({
    viewport: { width: 900, height: 1400 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  const page = await strictPage(context)
  await page.goto(`${instance.url}/embed/list?tenant=${mill.public_key}&view=${calendar.id}`)
  await expect(page).toHaveTitle('At the mill')
  // The server rendered the 15th of UTC. In New York it was the evening before.
  const day = page.getByRole('button', { name: / 14, 1 entry$/ })
  await expect(day).toBeVisible()
  await expect(page.getByRole('button', { name: / 15, 0 entries$/ })).toBeVisible()
  await day.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: / 15, 0 entries$/ })).toBeFocused()
  const title = page.getByRole('heading', { level: 2 })
  const name = await title.innerText()
  await page.keyboard.press('PageDown')
  await expect(title).not.toHaveText(name)
  await expect(page.getByRole('button', { name: / 15, 0 entries$/ })).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(title).toHaveText(name)
  await expect(page.getByRole('button', { name: / 15, 0 entries$/ })).toBeFocused()
  await expect(day).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(day).toBeFocused()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('heading', { level: 4, name: 'Night of the starters' })
  await expect(entry).toBeVisible()
  await expect(page.getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
  await expect(page.getByText(/^(?:9|10):30\sPM$/).first()).toBeVisible()
  assert.deepEqual(await violations(page), [])

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(entry).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: / 14$/ })).toBeVisible()
  assert.deepEqual(await violations(page), [])
})

test('a visitor pays as the last step of a form, beside the page or in its place; the owner sees what is paid and what is not', async () => {
  const bakery = await makeBakery(keys, site)
  const makeAt = (path: string, body: object) => make(path.replace(':tenant', bakery.tenant.id), body, bakery)
  const { data: items } = await bakery.client.from('items').select('id, name, price_cents').limit(50)
  const item = (items as { id: string; name: string; price_cents: number }[])[0]!
  const guests = (await makeAt('/data-tables/:tenant/tables', {
    title: 'Workshop',
    fields: [
      { title: 'Your name', kind: 'text', required: true },
      { title: 'Seats', kind: 'number' },
      { title: 'Found by', kind: 'text' },
      { title: 'Bread', kind: 'choice', choices: BREADS.map((title) => ({ value: title, title })) },
    ],
  })) as DataTable
  const [guest, seats, found, loaf] = guests.fields.map(({ id }) => id) as [string, string, string, string]
  const paid = (await makeAt('/data-forms/:tenant/forms', {
    table_id: guests.id,
    title: 'Bread workshop',
    settings: { payment: { item: item.id, quantity: seats } },
    design: {
      pages: [
        {
          sections: [
            {
              questions: [
                { field: guest },
                { field: seats },
                { field: loaf },
                { field: found, prefill: { parameter: 'utm' } },
              ],
            },
          ],
        },
      ],
    },
  })) as DataForm
  const price = (count: number) => formatPrice(item.price_cents * count, 'eur')
  shownTags = `<script async src="${instance.url}/v1/bb.js" data-tenant="${bakery.tenant.public_key}" data-block="form" data-form="${paid.id}"></script>`
  const { promise: mayLoad, resolve: letViewsLoad } = Promise.withResolvers<void>()
  const page = await visitPage((opened) =>
    opened.route('**/embed-assets/*.js', async (route) => {
      await mayLoad
      await route.continue()
    }),
  )
  const asked = formIn(page)
  async function send() {
    await expect(asked.getByText(price(2))).toBeVisible()
    await expect(asked.getByText('You pay in the next step.')).toBeVisible()
    await asked.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(asked.getByText('Your answers are saved. Pay now to send them.')).toBeVisible()
  }
  async function fill(name: string) {
    await asked.getByLabel('Your name').fill(name)
    await asked.getByLabel('Seats').fill('2')
    await send()
  }

  // She types while the views load, and goes on typing in the same field when the values of the address arrive.
  await asked.getByLabel('Your name').fill('Ines')
  await asked.getByLabel('Bread').selectOption('Spelt')
  await asked.getByLabel('Seats').focus()
  letViewsLoad()
  await expect(asked.getByLabel('Found by')).toHaveValue('spring')
  await expect(asked.getByLabel('Seats')).toBeFocused()
  await page.keyboard.type('2')
  await expect(asked.getByLabel('Bread')).toHaveValue('Spelt')
  await page.unroute('**/embed-assets/*.js')
  await send()
  assert.deepEqual(await violations(page, true), [])
  const opening = page.waitForEvent('popup')
  await asked.getByRole('button', { name: `Pay ${price(2)}` }).click()
  const checkout = await opening
  await checkout.waitForURL(/\/c\/pay\//)
  await expect(asked.getByText('The checkout is open in another window.')).toBeVisible()
  const closed = checkout.waitForEvent('close')
  await fillCard(checkout, CARDS.good, 'ines@workshop.test')
  await closed
  await expect(asked.getByText('Thank you. We received what you sent.')).toBeVisible()

  // Where the browser opens no window, the whole page goes to the checkout and comes back to the thanks.
  await page.addInitScript(() => (window.open = () => null))
  await page.reload()
  await fill('Olaf')
  await page.reload()
  await expect(asked.getByText('Your answers are saved. Pay now to send them.')).toBeVisible()
  await asked.getByRole('button', { name: `Pay ${price(2)}` }).click()
  await page.waitForURL(/\/c\/pay\//)
  await fillCard(page, CARDS.good, 'olaf@workshop.test')
  await page.waitForURL((url) => url.origin === site)
  await expect(asked.getByText('Thank you. We received what you sent.')).toBeVisible()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  await asked.getByRole('button', { name: 'Send another' }).click()
  await fill('Uma')

  const context = await studioContext(browser, instance.url, bakery.session)
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  const studio = await context.newPage()
  await studio.goto(`${instance.url}/bolt/tables?tenant=${bakery.tenant.id}&table=${guests.id}`)
  await expect(studio.locator('[data-row="0"][data-column="0"]')).toHaveText('Ines')
  await studio.getByRole('button', { name: 'More about the rows' }).click()
  await studio.getByRole('menuitem', { name: 'Payments' }).click()
  const payments = studio.getByRole('dialog', { name: 'Payments' }).getByRole('listitem')
  await expect(payments).toHaveCount(3)
  await expect(payments.filter({ hasText: 'Uma' }).getByText('Not paid', { exact: true })).toBeVisible()
  await expect(payments.filter({ hasText: 'Olaf' }).getByText(`Paid ${price(2)} (test)`)).toBeVisible()
  assert.deepEqual(await violations(studio), [])

  // Answers that are paid and in no table are deleted after a question only.
  const deletions: string[] = []
  await studio.route(`**/data-forms/${bakery.tenant.id}/payments*/**`, (route) => {
    deletions.push(route.request().method())
    return route.fulfill({ json: { deleted: true } })
  })
  await studio.route(`**/data-forms/${bakery.tenant.id}/payments?*`, async (route) => {
    const response = await route.fetch()
    const { payments: listed } = (await response.json()) as { payments: EntryPayment[] }
    const unpaid = listed.filter(({ state }) => state === 'awaiting' && deletions.length === 0)
    const refused = unpaid.map((entry) => ({ ...entry, state: 'refused', problem: 'Its table refuses it.' }))
    return route.fulfill({ response, json: { payments: refused } })
  })
  await studio.getByRole('button', { name: 'Close' }).click()
  await studio.getByRole('button', { name: 'More about the rows' }).click()
  await studio.getByRole('menuitem', { name: 'Payments' }).click()
  await payments.getByRole('button', { name: 'Delete the answers' }).click()
  const question = studio.getByRole('alertdialog', { name: 'Delete the answers?' })
  await expect(question).toContainText('"Uma" is paid and in no table')
  assert.deepEqual(await violations(studio), [])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  assert.deepEqual(deletions, [])
  await payments.getByRole('button', { name: 'Delete the answers' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(studio.getByText('No payments')).toBeVisible()
  assert.deepEqual(deletions, ['DELETE'])
})
