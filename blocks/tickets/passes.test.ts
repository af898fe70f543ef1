// Wallet passes by the API; wallet/ticket-pass.test.ts reads the file itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import { ticketShop } from '#testing/ticket-shop.ts'
import { letters } from './mail/write-letters.ts'
import { testSigner } from './wallet/test-signer.ts'

const signer = testSigner()
const app = await testApp({
  env: {
    AUTH_LIMIT_FACTOR: '1000',
    APPLE_WALLET_CERTIFICATE: signer.certificate.replaceAll('\n', String.raw`\n`),
    APPLE_WALLET_KEY: signer.key,
    APPLE_WALLET_WWDR: signer.wwdr,
  },
})
const ada = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: ada.user.id })
const visitor = functionCall(app, tenant.public_key)
const creator = functionCall(app, app.anonKey, ada.access_token)
const { makeEvent, makeType, held, opened } = ticketShop(app, { tenant, visitor, account: '' })

async function bought(quantity: number) {
  const event = await makeEvent()
  const type = await makeType(event, { price_cents: 0 })
  const { cart } = await held(event, [{ type, quantity }])
  await opened(cart)
  const tickets = async () => (await visitor('POST', '/my-tickets', { cart })).body.tickets
  return { event, cart, tickets }
}
const passOf = (ticket: string, cart: string, apikey = tenant.public_key) =>
  app.request(`/functions/v1/my-tickets/${ticket}/pass`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ cart, locale: 'de' }),
  })
const codeOf = async (response: Response) => [response.status, (await response.json()).code]

test('[I11] the pass of a valid ticket is for its holder alone, and no cache keeps it', async () => {
  const { cart, tickets } = await bought(2)
  const [ticket] = await tickets()
  assert.equal(ticket.can_save_pass, true)
  const response = await passOf(ticket.id, cart)
  assert.deepEqual(
    [response.status, ...['content-type', 'cache-control'].map((name) => response.headers.get(name))],
    [200, 'application/vnd.apple.pkpass', 'private, no-store'],
  )
  const pass = Buffer.from(await response.arrayBuffer())
  // Files of the archive are stored as they are.
  assert.ok(pass.includes(ticket.code) && pass.includes('Wann'), 'in the language that was requested')
  const other = await bought(1)
  assert.deepEqual(await codeOf(await passOf(ticket.id, other.cart)), [404, 'ticket_not_found'])
  const foreign = await makeTenant(app.database, { owner: ada.user.id })
  assert.deepEqual(await codeOf(await passOf(ticket.id, cart, foreign.public_key)), [404, 'ticket_not_found'])
})

test('a ticket that was given away, canceled or refunded, and one of an event that is over or canceled, has no pass', async () => {
  const { event, cart, tickets } = await bought(4)
  const [given, canceled, refunded, left] = await tickets()
  const path = `/my-tickets/${given.id}/transfer`
  assert.equal((await visitor('POST', path, { cart, email: 'other@passes.test' })).status, 200)
  assert.deepEqual(await codeOf(await passOf(given.id, cart)), [404, 'ticket_not_found'])
  await creator('POST', `/tickets/${tenant.id}/tickets/${canceled.id}/cancel`, {})
  await app.owner.query("update public.tickets set state = 'refunded', ended_at = now() where id = $1", [
    refunded.id,
  ])
  for (const { id } of [canceled, refunded])
    assert.deepEqual(await codeOf(await passOf(id, cart)), [409, 'ticket_ended'])
  const flags = async () => (await tickets()).map((one: { can_save_pass: boolean }) => one.can_save_pass)
  assert.deepEqual((await flags()).filter(Boolean).length, 1)
  assert.equal((await passOf(left.id, cart)).status, 200)
  for (const [column, value] of [
    ['state', 'canceled'],
    ['ends_at', new Date(Date.now() - 1000)],
  ] as const) {
    await app.owner.query(
      `update public.ticket_events set starts_at = now() - interval '1 day', ${column} = $2 where id = $1`,
      [event, value],
    )
    assert.deepEqual(await codeOf(await passOf(left.id, cart)), [409, 'ticket_ended'], column)
    assert.deepEqual((await flags()).filter(Boolean), [])
    await app.owner.query("update public.ticket_events set state = 'published' where id = $1", [event])
  }
})

test('the email with new tickets has a pass of each, without names', async () => {
  const { tickets } = await bought(2)
  const own = await tickets()
  const letter = await letters['tickets-issued']!(app.kernel, {
    tenant: tenant.id,
    ticket: own[0].id,
  } as never)
  const passes = letter!.attachments!.filter(({ type }) => type === 'application/vnd.apple.pkpass')
  assert.deepEqual(
    passes.map(({ name }) => name),
    ['ticket-1.pkpass', 'ticket-2.pkpass'],
  )
  for (const { content } of passes) assert.ok(!content.includes('"holder"'))
})

test('without a certificate there is no pass and no button', async () => {
  const plain = await testApp()
  const eve = await signUp(plain, plain.anonKey)
  const own = await makeTenant(plain.database, { owner: eve.user.id })
  const call = functionCall(plain, own.public_key)
  const shop = ticketShop(plain, { tenant: own, visitor: call, account: '' })
  const type = await shop.makeType(await shop.makeEvent(), { price_cents: 0 })
  const { rows } = await plain.owner.query('select event_id from public.ticket_types where id = $1', [type])
  const { cart } = await shop.held(rows[0].event_id, [{ type, quantity: 1 }])
  await shop.opened(cart)
  const [ticket] = (await call('POST', '/my-tickets', { cart })).body.tickets
  assert.equal(ticket.can_save_pass, false)
  assert.deepEqual((await call('POST', `/my-tickets/${ticket.id}/pass`, { cart })).body.code, 'no_passes')
})
