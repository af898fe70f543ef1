import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, authCall, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { TRUSTED_PROXIES: '1' } })

/** Signs in from an address, with the cookies that a browser there would send. */
const signIn = (email: string, password: string, ip: string, headers: Record<string, string> = {}) =>
  authCall(app, app.anonKey)('POST', '/token?grant_type=password', {
    body: { email, password },
    headers: { 'x-forwarded-for': ip, ...headers },
  })

const hidden = async (attempts: ReturnType<typeof signIn>[]) =>
  (await Promise.all(attempts)).map(({ status }) => status)

const WRONG = 'wrong-Password-17'
const HOME = '198.51.100.7'

test('[D08] of a hundred concurrent wrong passwords from a hundred addresses ten are checked, and the owner can sign in from a known place', async () => {
  const email = newEmail('owner')
  await signUp(app, app.anonKey, email)
  assert.equal((await signIn(email, PASSWORD, HOME)).status, 200)
  const statuses = await hidden(
    Array.from({ length: 100 }, (_, i) => signIn(email, WRONG, `203.0.113.${i + 1}`)),
  )
  assert.equal(statuses.filter((status) => status === 400).length, 10)
  assert.equal(statuses.filter((status) => status === 429).length, 90)

  const elsewhere = await signIn(email, PASSWORD, '203.0.113.200')
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [429, 'over_request_rate_limit'])
  assert.ok(Number(elsewhere.headers.get('retry-after')) > 0)
  assert.equal((await signIn(email, PASSWORD, HOME)).status, 200, 'the owner, at home')
  assert.equal((await signIn(newEmail(), WRONG, '203.0.113.1')).status, 400, 'another account')
})

test('[D08] of a hundred wrong passwords from one address ten are checked, also for an unknown account', async () => {
  const email = newEmail('owner')
  await signUp(app, app.anonKey, email)
  for (const account of [email, newEmail('unknown')]) {
    const statuses = await hidden(Array.from({ length: 100 }, () => signIn(account, WRONG, '192.0.2.1')))
    assert.equal(statuses.filter((status) => status === 400).length, 10)
  }
})

test("[D08] guesses from the owner's network lock that network out, but not the owner's browser", async () => {
  const email = newEmail('owner')
  await signUp(app, app.anonKey, email)
  const origin = { origin: app.config.publicUrl }
  const first = await signIn(email, PASSWORD, HOME, origin)
  const set = first.headers.get('set-cookie') ?? ''
  assert.match(
    set,
    /^__Host-bb-device=[\w-]{22}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned/,
  )
  const cookie = { ...origin, cookie: set.split(';')[0]! }
  const statuses = await hidden(Array.from({ length: 30 }, () => signIn(email, WRONG, HOME)))
  assert.equal(statuses.filter((status) => status === 400).length, 10)
  assert.equal((await signIn(email, PASSWORD, HOME)).status, 429)
  assert.equal((await signIn(email, PASSWORD, HOME, cookie)).status, 200)
  assert.equal((await signIn(email, PASSWORD, '192.0.2.44', cookie)).status, 200, 'and on the move')

  const thief = { ...origin, cookie: '__Host-bb-device=AAAAAAAAAAAAAAAAAAAAAA' }
  assert.equal((await signIn(email, PASSWORD, HOME, thief)).status, 429, 'a cookie that was made up')
  const stranger = await signIn(email, PASSWORD, '192.0.2.44', { origin: 'https://shop.example' })
  assert.equal(stranger.headers.get('set-cookie'), null, 'a page of others gets no cookie')
})

test('[D08] a request refused by address uses none of the guesses of the account', async () => {
  const email = newEmail('owner')
  await signUp(app, app.anonKey, email)
  const points = async (bucket: string) => {
    const { rows } = await app.owner.query(
      `select coalesce(sum(points), 0)::int as taken from app.rate_limits where key like $1`,
      [`${bucket}:%`],
    )
    return Number(rows[0].taken)
  }
  const before = await points('auth.password')
  const statuses = await hidden(Array.from({ length: 170 }, () => signIn(email, WRONG, '192.0.2.77')))
  assert.equal(statuses.filter((status) => status === 400).length, 10)
  // 150 sign-ins from one address, ten of them checked. Those refused by address took none of the account's
  // guesses.
  assert.equal((await points('auth.password')) - before, 150)
})

test('right passwords do not count: twenty in a row succeed', async () => {
  const email = newEmail('busy')
  await signUp(app, app.anonKey, email)
  for (let i = 0; i < 20; i++)
    assert.equal((await signIn(email, PASSWORD, `192.0.2.${i + 101}`)).status, 200, String(i))
})

test('[E12] only keyed hashes of the places are stored', async () => {
  const { rows } = await app.owner.query('select place_hash, t::text as line from auth.known_places t')
  assert.ok(rows.length > 3)
  for (const { place_hash, line } of rows) {
    assert.equal(place_hash.length, 32)
    assert.doesNotMatch(line, /198\.51\.100\.7/)
  }
})
