import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { openShop } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready, worker: true })
// Only thin events are delivered, so every effect in these tests comes from them.
let delivered = 0
sandbox.receive((request) => {
  if (!new URL(request.url).pathname.endsWith('/thin')) return new Response('{}')
  delivered += 1
  return app.app.request(request)
})
const shop = await openShop(app, sandbox)

const account = async () =>
  (
    await app.owner.query(
      `select account_id, charges_enabled, requirements, disabled_reason, t.stripe_status
       from public.payment_accounts a join public.tenants t on t.id = a.tenant_id where t.id = $1`,
      [shop.tenant.id],
    )
  ).rows[0]

const post = (path: string, body: string, signature: string) =>
  app.request(`/webhooks/stripe/${path}`, {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
  })
function sign(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hash}`
}
/** An account created outside the sandbox's own flow, so that only these tests report events about it. */
const QUIET = 'acct_quiet'
const other = await makeTenant(app.database, { owner: shop.tenant.owner })
await app.owner.query(
  "insert into public.payment_accounts (tenant_id, mode, account_id) values ($1, 'test', $2)",
  [other.id, QUIET],
)
const notice = (more: object = {}) =>
  JSON.stringify({
    id: 'evt_test_1',
    object: 'v2.core.event',
    type: 'v2.core.account[requirements].updated',
    livemode: false,
    created: new Date().toISOString(),
    context: null,
    related_object: { id: QUIET, type: 'v2.core.account', url: `/v2/core/accounts/${QUIET}` },
    ...more,
  })
const queued = async () =>
  (
    await app.owner.query("select from pgboss.job where name = 'connect-account' and data->>'account' = $1", [
      QUIET,
    ])
  ).rows.length

test('a thin event that names an account makes the server read its requirements, rejection or closure', async () => {
  await sandbox.control('POST', `/accounts/${shop.account}/requirements`, {
    currently_due: ['individual.verification.document'],
  })
  await eventually('the requirement is known', async () => (await account()).requirements.length === 1)
  assert.equal((await account()).charges_enabled, false)

  await sandbox.control('POST', `/accounts/${shop.account}/requirements`, { currently_due: [] })
  await eventually('it is met', async () => (await account()).charges_enabled === true)

  await sandbox.control('POST', `/accounts/${shop.account}/reject`, { reason: 'platform_fraud' })
  const refused = await eventually('the refusal is known', async () => {
    const now = await account()
    return now.disabled_reason !== null && now
  })
  assert.deepEqual([refused.disabled_reason, refused.charges_enabled], ['rejected.platform_fraud', false])
  assert.ok(delivered > 0)
})

test('[H01] a thin event needs a valid signature: forged, foreign, old and future ones are refused', async () => {
  const { thin, connect } = sandbox.webhookSecrets.test
  const body = notice()
  const now = Math.floor(Date.now() / 1000)
  for (const [name, signature] of [
    ['none', ''],
    ['junk', 't=1,v1=zz'],
    ['another endpoint’s secret', sign(body, connect)],
    ['the other mode’s', sign(body, sandbox.webhookSecrets.live.thin)],
    ['old', sign(body, thin, now - 301)],
    ['future', sign(body, thin, now + 400)],
    ['of another body', sign(`${body} `, thin)],
  ] as const)
    assert.equal((await post('test/thin', body, signature)).status, 400, name)
  assert.equal((await post('live/thin', body, sign(body, thin))).status, 400)
  assert.equal((await post('test/thin', 'not json', sign('not json', thin))).status, 400)
  assert.equal(await queued(), 0)
  assert.equal((await post('test/thin', body, sign(body, thin))).status, 200)
  assert.equal(await queued(), 1)
})

test('an event of the other mode, of an unknown account or about no account is accepted and ignored', async () => {
  const { thin } = sandbox.webhookSecrets.test
  const before = await queued()
  for (const more of [
    { livemode: true },
    { related_object: { id: 'acct_nobody', type: 'v2.core.account', url: '/x' } },
    { related_object: { id: "acct_1' or true --", type: 'v2.core.account', url: '/x' } },
    { related_object: null },
    { type: 'v2.core.event_destination.ping', related_object: { id: 'ed_1', type: 'x', url: '/x' } },
  ]) {
    const body = notice(more)
    assert.equal((await post('test/thin', body, sign(body, thin))).status, 200, JSON.stringify(more))
  }
  assert.equal(await queued(), before)
})
