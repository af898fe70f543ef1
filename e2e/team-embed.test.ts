// The team block on a third-party site: from an invitation to seats that one member pays for, and back.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { connectPayments, must } from '../scripts/demo/fill.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeMember, makeTenant, operatorOf } from './api.ts'
import { CARDS, block, checkoutIn, fillCard, purchaseButton } from './visitor.ts'

const PASSWORD = 'crusty loaf on saturday'
const [ADA, MIA] = ['ada@oak.test', 'mia@oak.test']

const instance = await sharedInstance()
const keys = keysOf(instance)
const operator = operatorOf(keys)
const mara = await makeCreator(keys, { email: 'mara@team.test', password: 'slow bread before dawn' })
const mill = await makeTenant(mara, 'Mill')
await must(
  operator
    .from('bolt_subscriptions')
    .upsert(
      { user_id: mara.session.user.id, plan_id: 'business', status: 'active' },
      { onConflict: 'user_id' },
    )
    .select(),
)
await connectPayments(mara.client, mill.id, 'test')
await must(
  mara.client
    .from('items')
    .update({ name: 'Wholesale club', price_cents: 900, interval: 'month', per_seat: true })
    .eq('tenant_id', mill.id)
    .select(),
)
await must(mara.client.from('team_settings').insert({ tenant_id: mill.id, members_create: true }).select())
for (const [email, name] of [
  [ADA, 'Ada Oak'],
  [MIA, 'Mia Oak'],
] as const)
  await makeMember(keys, mill.id, { email, password: PASSWORD, name })

const tag = (name: string) =>
  `<script async src="${instance.url}/v1/bb.js" data-tenant="${mill.public_key}" data-block="${name}"></script>`
const server = createServer((_, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><title>Mill</title><body><main><h1>Mill</h1>${tag('team')}${tag('auth')}${tag('pay')}</main></body></html>`,
    )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const site = `http://oak.localhost:${(server.address() as AddressInfo).port}`
await must(
  operator
    .from('tenants')
    .update({ allowed_origins: [site] })
    .eq('id', mill.id)
    .select(),
)
const browser = await launchBrowser()

async function visit(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 1800 } })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  const page = await strictPage(context)
  await page.goto(`${site}/club`)
  return page
}
const teamIn = (page: Page) => block(page, 'team')

async function signIn(page: Page, email: string) {
  const auth = block(page, 'auth')
  await auth.getByLabel('Email').fill(email)
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await auth.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(auth.getByText(email).first()).toBeVisible()
}

test('[peers A12] [peers M10] a member makes a team, invites another, buys seats for both, and lowers them again', async () => {
  const ada = await visit()
  await expect(teamIn(ada).getByText('Sign in to see your team.')).toBeVisible()
  await signIn(ada, ADA)
  await teamIn(ada).getByLabel('Team name').fill('Café Oak')
  await teamIn(ada).getByRole('button', { name: 'Create a team' }).click()
  await expect(teamIn(ada).getByRole('heading', { name: 'Café Oak' })).toBeVisible()
  await teamIn(ada).getByLabel('Email').fill(MIA)
  await teamIn(ada).getByRole('button', { name: 'Invite' }).click()
  await expect(teamIn(ada).getByText(MIA)).toBeVisible()

  // A link that was forwarded: Ada opens it, and is not its addressee.
  const message = await instance.mailTo(MIA)
  const link = message.links.find((one) => one.includes('/embed/invitation'))!
  const mia = await visit()
  await mia.goto(link)
  await expect(mia.getByText('You are invited to the team Café Oak on Mill.')).toBeVisible()
  assert.deepEqual(await violations(mia), [])
  await mia.getByLabel('Email').fill(ADA)
  await mia.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await mia.getByRole('button', { name: 'Sign In', exact: true }).click()
  await mia.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(mia.getByText('This invitation was sent to another address.')).toBeVisible()
  await mia.getByRole('button', { name: 'Not you? Sign out' }).click()

  await mia.getByLabel('Email').fill(MIA)
  await mia.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await mia.getByRole('button', { name: 'Sign In', exact: true }).click()
  await mia.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(mia.getByRole('heading', { name: 'You joined the team' })).toBeVisible()
  await mia.getByRole('link', { name: /Back to oak\.localhost/ }).click()
  await mia.waitForURL(`${site}/club`)
  await expect(teamIn(mia).getByText('Mia Oak (you)')).toBeVisible()
  await expect(teamIn(mia).getByRole('button', { name: 'Invite' })).toHaveCount(0)

  const pay = block(ada, 'pay')
  await pay.getByRole('button', { name: 'One more' }).click()
  await purchaseButton(ada, 'Wholesale club').click()
  await fillCard(checkoutIn(ada), CARDS.good, ADA)
  await expect(pay.getByText('Payment successful.')).toBeVisible()
  await ada.reload()
  await expect(teamIn(ada).getByText('Wholesale club: 2 of 2 seats in use')).toBeVisible()
  assert.deepEqual(await violations(ada), [])

  await teamIn(ada).getByLabel('Change seats').fill('1')
  await teamIn(ada).getByRole('button', { name: 'Save' }).click()
  await expect(teamIn(ada).getByText('Members without a seat: 1.')).toBeVisible()
  const note =
    'Everyone you invite now joins without a seat for \u2068Wholesale club\u2069 until more are bought.'
  await expect(teamIn(ada).getByLabel('Email')).toHaveAccessibleDescription(note)
  await teamIn(ada).getByRole('button', { name: 'Change seats' }).click()
  await expect(teamIn(ada).getByLabel('Change seats')).toBeFocused()
  // The page that Mia has open shows it without a reload.
  await expect(teamIn(mia).getByText('Wholesale club: 1 of 1 seats in use')).toBeVisible({ timeout: 75_000 })

  await teamIn(mia).getByRole('button', { name: 'Leave team' }).click()
  await teamIn(mia).getByRole('group').getByRole('button', { name: 'Leave team' }).click()
  await expect(teamIn(mia).getByText('You are not in a team yet.')).toBeVisible()
})
