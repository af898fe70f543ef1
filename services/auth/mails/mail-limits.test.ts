import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLimits } from '#kernel/limits.ts'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, newEmail } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { takeMail } from '../limits.ts'
import { creators, endUsersOf } from '../pool.ts'

// Uses the real limits. Only the limit by client address is lifted, to act as many clients.
const app = await testApp({ env: { TRUSTED_PROXIES: '1' } })
const tenants = [await makeTenant(app.database), await makeTenant(app.database)]
const poolOf = async ({ public_key }: { public_key: string }) =>
  endUsersOf((await app.kernel.tenancy.byPublicKey(public_key))!)

test('[D11] a hundred requests of every kind for one mailbox, across all pools, send one email a minute', async () => {
  const email = newEmail()
  const keys = [app.anonKey, ...tenants.map(({ public_key }) => public_key)]
  for (const key of keys)
    await authCall(app, app.serviceKey)('POST', '/admin/users', {
      body: { email, password: PASSWORD, email_confirm: true },
      headers: key === app.anonKey ? {} : { 'x-bb-pool': tenants.find((one) => one.public_key === key)!.id },
    })
  const paths = ['/otp', '/magiclink', '/recover', '/signup']
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      authCall(app, keys[n % keys.length]!)('POST', paths[n % paths.length]!, {
        body: { email, password: PASSWORD },
        headers: { 'x-forwarded-for': `198.51.100.${n}` },
      }),
    ),
  )
  assert.equal(app.mails.filter(({ to }) => to === email).length, 1)
  const refused = answers.filter(({ status }) => status === 429)
  assert.equal(refused.length, 99)
  for (const { body, headers } of refused) {
    assert.equal(body.code, 'over_email_send_rate_limit')
    assert.ok(Number(headers.get('retry-after')) > 0)
  }
})

test('[D11] one mailbox gets at most five emails an hour, from all tenants together', async () => {
  const email = newEmail()
  const [one, two] = await Promise.all(tenants.map(poolOf))
  const taken: boolean[] = []
  for (let minute = 0; minute < 8; minute++) {
    // Simulates a minute passing for other processes, which have an empty cache but share the counters.
    await app.owner.query("delete from app.rate_limits where key like 'auth.mail-minute%'")
    const limits = createLimits(app.appUrl, 1, app.kernel.log)
    const pool = minute % 2 ? one! : two!
    taken.push(
      await takeMail(limits, pool, email).then(
        () => true,
        () => false,
      ),
    )
    await limits.close()
  }
  assert.deepEqual(taken, [true, true, true, true, true, false, false, false])
})

test('[D11] one tenant sends 300 emails an hour and does not slow down another tenant', async () => {
  const [busy, quiet] = await Promise.all(tenants.map(poolOf))
  const { limits } = app.kernel
  const results = await Promise.allSettled(
    Array.from({ length: 310 }, () => takeMail(limits, busy!, newEmail())),
  )
  const before = results.filter(({ status }) => status === 'fulfilled').length
  // The first test used a few of this tenant's emails.
  assert.ok(before <= 300 && before >= 290, String(before))
  await assert.rejects(takeMail(limits, busy!, newEmail()), { code: 'over_email_send_rate_limit' })
  await takeMail(limits, quiet!, newEmail())
})

test('[D11] spellings of one mailbox are counted together, those of different mailboxes are not', async () => {
  // The other tests used up the limits of their own tenants.
  const pool = await poolOf(await makeTenant(app.database))
  const name = newEmail().split('@')[0]!
  const takes = (email: string) =>
    takeMail(app.kernel.limits, pool, email).then(
      () => true,
      () => false,
    )
  const spellings: [first: string, second: string, together: boolean][] = [
    [`${name}1+a@mill.example`, `${name}1+b@mill.example`, true],
    [`${name}2@mill.example`, `${name}2+news@mill.example`, true],
    [`${name}.3@gmail.com`, `${name}3+x@googlemail.com`, true],
    [`${name}.4@mill.example`, `${name}4@mill.example`, false],
    [`+${name}5@mill.example`, `+${name}6@mill.example`, false],
    [`${name}7@mill.example`, `${name}7@shop.example`, false],
  ]
  for (const [first, second, together] of spellings) {
    assert.equal(await takes(first), true, first)
    assert.equal(await takes(second), !together, second)
  }
})

test('[D11] the platform itself sends creators at most 3,000 emails an hour', async () => {
  const { limits } = app.kernel
  await takeMail(limits, creators, newEmail())
  await app.owner.query("update app.rate_limits set points = 2990 where key like 'auth.mail-platform:%'")
  const taken = await Promise.allSettled(
    Array.from({ length: 30 }, () => takeMail(limits, creators, newEmail())),
  )
  assert.equal(taken.filter(({ status }) => status === 'fulfilled').length, 10)
})
