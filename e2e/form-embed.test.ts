// Form and list on a third-party site: a visitor's answers become a row, which the owner approves and its author changes.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { DataForm, DataView } from '#blocks/database/endpoints-studio.ts'
import type { DataTable } from '#features/tables/endpoints.ts'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { AUTHOR, EVERYONE } from '#testing/own-tables.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { must } from '../scripts/demo/fill.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeMember, makeTenant, operatorOf } from './api.ts'
import { block } from './visitor.ts'

const PASSWORD = 'crusty loaf on saturday'
const ADA = 'ada@guestbook.test'

const instance = await sharedInstance()
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@guestbook.test', password: 'slow bread before dawn' })
const mill = await makeTenant(mara, 'Mill')
await makeMember(keys, mill.id, { email: ADA, password: PASSWORD, name: 'Ada Oak' })

async function make<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${instance.url}/functions/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: keys.anonKey,
      authorization: `Bearer ${mara.session.access_token}`,
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
  ],
  see: EVERYONE,
  change: AUTHOR,
  delete: AUTHOR,
  approval: true,
})
const [name, email, visit, since, message, campaign] = table.fields.map(({ id }) => id) as [
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
              { field: since, required: true, when: { all: [{ field: visit, is: 'is', value: 'again' }] } },
              { field: campaign, hidden: true, prefill: { parameter: 'utm' } },
            ],
          },
        ],
      },
      { title: 'Your words', sections: [{ questions: [{ field: message }] }] },
    ],
  },
})
const view = await make<DataView>(`/data-views/${mill.id}/views`, {
  table_id: table.id,
  title: 'Guests',
  layout: 'cards',
  design: {
    fields: [name, since, message],
    details: [name, message, visit],
    search: true,
    own_rows: true,
  },
})

const tag = (attributes: string) =>
  `<script async src="${instance.url}/v1/bb.js" data-tenant="${mill.public_key}" ${attributes}></script>`
const server = createServer((_, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><title>Mill</title><body><main><h1>Mill</h1>${tag(`data-block="form" data-form="${form.id}" data-prefill="name=Ada"`)}${tag(`data-block="list" data-view="${view.id}"`)}${tag('data-block="auth"')}</main></body></html>`,
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

async function visitPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 900, height: 2200 } })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  const page = await strictPage(context)
  await page.goto(`${site}/?utm=spring`)
  return page
}
const formIn = (page: Page) => block(page, 'form')
const listIn = (page: Page) => block(page, 'list')

/** The owner's table, over the data API. */
async function rowsOf(method = 'GET', body?: object) {
  const response = await fetch(`${instance.url}/rest/v1/guestbook?name=eq.Ada`, {
    method,
    headers: {
      apikey: keys.anonKey,
      authorization: `Bearer ${mara.session.access_token}`,
      'x-tenant': mill.id,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Record<string, unknown>[]
}

test('[peers D2] [peers D3] [peers D4] [peers D5] [peers D6] [peers D7] a visitor signs a guestbook, the owner approves, and the author changes the entry', async () => {
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

  await asked.getByLabel('Since when?').fill('many years')
  await asked.getByRole('button', { name: 'Next' }).click()
  await expect(asked.getByText('Enter a number.')).toBeVisible()
  await expect(asked.getByLabel('Since when?')).toBeFocused()
  assert.deepEqual(await violations(page, true), [])
  await asked.getByLabel('Since when?').fill('2019')
  await asked.getByRole('button', { name: 'Next' }).click()
  await expect(asked.getByText('Step 2 of 2: Your words')).toBeVisible()
  await asked.getByLabel('Message').fill('<b>Lovely</b> rye')
  await asked.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(asked.getByText('Thank you. We received what you sent.')).toBeVisible()
  await expect(asked.getByText('It appears on the site once it has been approved.')).toBeVisible()

  const link = (await asked.getByRole('link', { name: 'Change what you sent' }).getAttribute('href'))!
  const edited = await strictPage(page.context())
  await edited.goto(link)
  await expect(edited.getByText(/You can change this until/)).toBeVisible()
  await expect(edited.getByLabel('Since when?')).toHaveValue('2019')
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
  await rowsOf('PATCH', { approved: true })

  await stranger.reload()
  await expect(listIn(stranger).getByText('<b>Lovely</b> rye')).toBeVisible()
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
  const alone = await strictPage(stranger.context())
  const list = (await stranger.locator('iframe[src*="/embed/list"]').getAttribute('src'))!
  await alone.goto(new URL((await entry.getAttribute('href'))!, list).href)
  await expect(alone.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible()
  await alone.getByRole('link', { name: 'Back to the list' }).click()
  await expect(alone.getByRole('link', { name: 'Ada' })).toBeFocused()
  await alone.close()

  await page.reload()
  await listIn(page).getByRole('button', { name: 'Change' }).click()
  await listIn(page).getByLabel('Message').fill('Lovely rye, still')
  await listIn(page).getByRole('button', { name: 'Save' }).click()
  await expect(listIn(page).getByText('Lovely rye, still')).toBeVisible()
  await expect(listIn(page).getByText('Waits for approval')).toBeVisible()
  await listIn(page).getByRole('button', { name: 'Delete' }).click()
  await listIn(page).getByRole('button', { name: 'Delete for good' }).click()
  await expect(listIn(page).getByText('Nothing here yet.')).toBeVisible()
  assert.deepEqual(await rowsOf(), [])
})
