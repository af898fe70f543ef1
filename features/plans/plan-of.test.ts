import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp()
const session = await signUp(app, app.anonKey)
const ask = functionCall(app, app.anonKey, session.access_token)
const tenant = await makeTenant(app.database, { owner: session.user.id })

const subscribe = (plan: string, status: string) =>
  app.owner.query(
    `insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, $2, $3)
     on conflict (user_id) do update set plan_id = excluded.plan_id, status = excluded.status`,
    [session.user.id, plan, status],
  )
const dayPass = (ends: string | null) =>
  app.owner.query(
    `update public.tenants set subscription_tier = 'day_pass', subscription_status = 'active',
       access_expires_at = now() + $2::interval where id = $1`,
    [tenant.id, ends],
  )
/** The fields that the guards use; the rest of the response has its own test. */
const answer = async () => {
  const { active, plan, dayPass } = (await ask('GET', '/access')).body
  return { active, plan, dayPass }
}

test('[S4-010] [S4-015] the database decides access: a plan in good standing or an active day pass', async () => {
  assert.deepEqual(await answer(), { active: false, plan: 'none', dayPass: false })
  const states: [string, string, boolean][] = [
    ['free', 'active', true],
    ['pro', 'trialing', true],
    ['pro', 'past_due', true],
    ['business', 'active', true],
    ['pro', 'unpaid', false],
    ['pro', 'canceled', false],
    ['pro', 'incomplete', false],
  ]
  for (const [plan, status, active] of states) {
    await subscribe(plan, status)
    assert.deepEqual(
      await answer(),
      { active, plan: active ? plan : 'none', dayPass: false },
      `${plan} ${status}`,
    )
  }
})

test('[S4-013] [S4-014] [B18] a day pass counts until it ends by the database’s clock', async () => {
  await subscribe('pro', 'canceled')
  await dayPass('1 hour')
  assert.deepEqual(await answer(), { active: true, plan: 'business', dayPass: true })
  for (const ends of ['-1 second', null]) {
    await dayPass(ends)
    assert.deepEqual(await answer(), { active: false, plan: 'none', dayPass: false })
  }
})

test('the endpoint needs a creator’s session', async () => {
  for (const key of [app.anonKey, tenant.public_key, app.serviceKey])
    assert.equal((await functionCall(app, key)('GET', '/access')).status, 401)
  assert.equal((await ask('GET', '/access?user_id=1')).status, 400)
})
