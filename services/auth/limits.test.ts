// Covers every rate-limited call by reading the route table of the service, so a new call is tested
// automatically.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { table } from './routes.ts'

// A twentieth of the usual limits, which leaves one to eight calls.
const FACTOR = 0.05
const app = await testApp({ env: { AUTH_LIMIT_FACTOR: String(FACTOR), TRUSTED_PROXIES: '1' } })
const first = await makeTenant(app.database)
const second = await makeTenant(app.database)
const member = await signUp(app, first.public_key)

let addresses = 0
const newAddress = () => `203.0.113.${++addresses}`

interface Sent {
  from: string
  key?: string
  body?: object
}

async function send(method: string, path: string, { from, key = first.public_key, body = {} }: Sent) {
  const answer = await app.request(
    `/auth/v1${path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')}`,
    {
      method,
      headers: {
        apikey: key,
        authorization: `Bearer ${key === first.public_key ? member.access_token : key}`,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
        'x-forwarded-for': from,
      },
      body: method === 'GET' ? undefined : JSON.stringify(body),
    },
  )
  const text = await answer.text()
  const { code } = (answer.status >= 400 && text ? JSON.parse(text) : {}) as { code?: string }
  return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') }
}

type Answer = Awaited<ReturnType<typeof send>>

function isRefusal({ status, code, retryAfter }: Answer, wanted = 'over_request_rate_limit') {
  assert.deepEqual([status, code], [429, wanted])
  const seconds = Number(retryAfter)
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400, `Retry-After: ${retryAfter}`)
}

/**
 * Repeats the request until it is refused.
 * @returns how many calls were allowed
 */
async function exhaust(ask: () => Promise<Answer>, wanted = 'over_request_rate_limit'): Promise<number> {
  for (let passed = 0; passed <= 10; passed++) {
    const answer = await ask()
    // Other limits of the same call, such as emails to one mailbox, are not under test here.
    if (answer.code !== wanted) continue
    isRefusal(answer, wanted)
    return passed
  }
  throw new Error('never refused')
}

const limited = table.filter(({ limit }) => limit !== undefined)

test('the table has rate-limited calls to test', () => assert.ok(limited.length > 15, String(limited.length)))

describe('per address', () => {
  for (const { method, path } of limited)
    test(`[P05] ${method} ${path} is refused with Retry-After once its limit is used up, and only for that address`, async () => {
      const from = newAddress()
      assert.ok((await exhaust(() => send(method, path, { from }))) >= 1)
      assert.notEqual((await send(method, path, { from: newAddress() })).code, 'over_request_rate_limit')
    })

  for (const [rule, lines] of Map.groupBy(limited, ({ limit }) => limit!))
    test(`[P05] calls of the class “${rule}” are counted together, in every spelling of an IPv6 network`, async () => {
      const host = ++addresses
      let calls = 0
      const next = () => lines[calls++ % lines.length]!
      await exhaust(() => {
        const { method, path } = next()
        return send(method, path, { from: `2001:db8:${host}:0::${calls}` })
      })
      for (const { method, path } of lines)
        isRefusal(await send(method, path, { from: `2001:0db8:${host}::ffff:1` }))
    })
})

test('[P05] wrong passwords count per account, from any number of addresses, and separately per tenant', async () => {
  const guess = (key: string) =>
    send('POST', '/token?grant_type=password', {
      from: newAddress(),
      key,
      body: { email: member.user.email, password: 'wrong-lantern-42-mop' },
    })
  await exhaust(() => guess(first.public_key))
  assert.equal((await guess(second.public_key)).status, 400)
})

test('[P05] emails count per mailbox across all tenants, and per tenant across all mailboxes', async () => {
  const WAIT = 'over_email_send_rate_limit'
  const recover = (key: string, email: string) =>
    send('POST', '/recover', { from: newAddress(), key, body: { email } })
  await exhaust(() => recover(first.public_key, 'ann@example.test'), WAIT)
  isRefusal(await recover(second.public_key, 'ann@example.test'), WAIT)
  let mailboxes = 0
  const all = () => recover(second.public_key, `visitor${++mailboxes}@example.test`)
  const tenantsMails = Math.ceil(300 * FACTOR)
  for (let sent = 0; sent < tenantsMails - 1; sent++) await all()
  await exhaust(all, WAIT)
  assert.equal((await recover(first.public_key, 'free@example.test')).status, 200)
})

test('[P05] sign-ins by wallet have a class of their own with a lower limit', async () => {
  const wallets = { key: app.serviceKey, from: newAddress(), body: { web3_ethereum: true } }
  assert.equal((await send('PATCH', '/admin/settings', wallets)).status, 200)
  const from = newAddress()
  const body = { chain: 'ethereum', message: 'x', signature: 'x' }
  assert.equal(
    await exhaust(() => send('POST', '/token?grant_type=web3', { from, body, key: app.anonKey })),
    2,
  )
  assert.notEqual((await send('POST', '/token?grant_type=refresh_token', { from })).status, 429)
})
