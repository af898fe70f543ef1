import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { buy, openShop } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready, worker: true })
sandbox.receive((request) => app.app.request(request))
const shop = await openShop(app, sandbox)
const query = `tenant_id=${shop.tenant.id}&mode=test`
const inbox = async (more = '') => {
  const { status, body } = await shop.creator('GET', `/payment-events?${query}${more}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body as {
    events: { id: string; type: string; state: string; error: string | null; object_id: string }[]
    more: boolean
    failed: number
  }
}
const statusOf = async (session: string) =>
  (await app.owner.query('select status from public.orders where stripe_session_id = $1', [session])).rows[0]
    .status

test('a failed event shows the provider’s message to the owner, who can retry it', async () => {
  const { url, session } = await buy(shop)
  await sandbox.control('POST', '/faults', {
    status: 400,
    path: `/v1/checkout/sessions/${session}`,
    times: 50,
  })
  await sandbox.pay(url)
  const failed = await eventually('a failed event', async () =>
    (await inbox('&state=failed')).events.find(({ object_id }) => object_id === session),
  )
  assert.equal(failed.state, 'failed')
  assert.ok(failed.error && !/^Stripe|Error:/.test(failed.error), failed.error!)
  assert.ok((await inbox()).failed >= 1)
  assert.equal(await statusOf(session), 'pending')

  // The provider has recovered, and only the owner's request processes the event.
  const job = () =>
    app.owner.query("delete from pgboss.job where name = 'stripe-event' and data ->> 'id' = $1", [failed.id])
  await eventually('the job is finished', async () => (await job()).rowCount! > 0)
  await eventually('the provider responds', () =>
    sandbox.stripe.test.checkout.sessions
      .retrieve(session, {}, { stripeAccount: shop.account })
      .catch(() => undefined),
  )
  const replayed = await shop.creator('POST', '/payment-event-replay', {
    tenant_id: shop.tenant.id,
    id: failed.id,
  })
  assert.deepEqual(replayed.body, { queued: true })
  await eventually('the order is paid', async () => (await statusOf(session)) === 'paid')
  await eventually(
    'the event is done',
    async () => (await inbox()).events.find(({ id }) => id === failed.id)?.state === 'done',
  )
  assert.equal((await inbox('&state=failed')).events.length, 0)
  assert.deepEqual(
    (await inbox(`&state=failed&include=${failed.id}`)).events.map(({ id, state }) => [id, state]),
    [[failed.id, 'done']],
  )

  // Processing it once more changes nothing.
  const before = (await app.owner.query('select * from public.orders')).rows
  await shop.creator('POST', '/payment-event-replay', { tenant_id: shop.tenant.id, id: failed.id })
  await eventually(
    'done again',
    async () => (await inbox()).events.find(({ id }) => id === failed.id)?.state === 'done',
  )
  assert.deepEqual((await app.owner.query('select * from public.orders')).rows, before)
})

test('a failure on our side is reported without its details', async () => {
  const [first] = (await inbox()).events
  await app.owner.query(
    "update app.stripe_events set processed_at = null, error = 'DatabaseError: canary relation' where id = $1",
    [first!.id],
  )
  const shown = (await inbox()).events.find((one) => one.id === first!.id)!
  assert.deepEqual(
    [shown.state, shown.error],
    ['failed', 'Something went wrong on our side. We retry automatically.'],
  )
})

test('the provider’s messages about our API key are hidden, even if the key is masked', async () => {
  const [first] = (await inbox()).events
  const shown = async (error: string) => {
    await app.owner.query('update app.stripe_events set processed_at = null, error = $2 where id = $1', [
      first!.id,
      error,
    ])
    return (await inbox()).events.find((one) => one.id === first!.id)!.error
  }
  const revoked =
    "The provided key 'sk_test_********************Qx7Y' does not have access to account 'acct_1' (or that account does not exist)."
  assert.equal(
    await shown(`StripePermissionError: ${revoked}`),
    'The account does not allow us to read this.',
  )
  for (const error of [
    `StripeInvalidRequestError: ${revoked}`,
    'StripeAuthenticationError: Invalid API Key provided: rk_live_****Qx7Y',
  ])
    assert.equal(await shown(error), 'Something went wrong on our side. We retry automatically.')
  assert.equal(
    await shown("StripeInvalidRequestError: No such subscription: 'sub_1'"),
    "No such subscription: 'sub_1'",
  )
})

test('each page continues where the last one ended; other tenants’ events are not listed', async () => {
  await app.owner.query(
    `insert into app.stripe_events (id, endpoint, mode, account, type, object_type, created, received_at, processed_at)
     select 'evt_page' || n, 'connect', 'test', $1, 'x', 'y', now(), now() - interval '1 day' - make_interval(secs => n), now()
     from generate_series(1, 120) as n`,
    [shop.account],
  )
  const ids: string[] = []
  for (let more = true; more;) {
    const page = await inbox(ids.length ? `&before=${ids.at(-1)}` : '')
    ids.push(...page.events.map(({ id }) => id))
    assert.ok(page.events.length <= 20, 'a page is a screen or two')
    more = page.more
  }
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.filter((id) => id.startsWith('evt_page')).length === 120)
  const other = await openShop(app, sandbox)
  const listed = await other.creator('GET', `/payment-events?tenant_id=${other.tenant.id}&mode=test`)
  assert.equal(
    listed.body.events.some(({ id }: { id: string }) => ids.includes(id)),
    false,
  )
  const included = await other.creator(
    'GET',
    `/payment-events?tenant_id=${other.tenant.id}&mode=test&state=failed&include=${ids[0]}`,
  )
  assert.deepEqual(included.body.events, [])
  const theirs = { tenant_id: other.tenant.id, id: ids[0] }
  assert.equal((await other.creator('POST', '/payment-event-replay', theirs)).body.code, 'event_not_found')
  const eve = functionCall(app, app.anonKey, (await signUp(app, app.anonKey)).access_token)
  assert.equal((await eve('GET', `/payment-events?${query}`)).status, 404)
})
