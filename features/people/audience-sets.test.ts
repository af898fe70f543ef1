import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSets } from '#testing/audiences/compare-sets.ts'
import { testApp } from '#testing/test-app.ts'
import { refreshAudienceSets } from './audience-sets.ts'
import { jobs, schedules } from './routes.ts'

const app = await testApp()

test('the job of every minute computes the audiences of the members of all tenants, in as many batches as it takes', async () => {
  const owners = await app.owner.query<{ id: string }>(
    `insert into public.tenants (name, owner_user_id) select 'Tenant', gen_random_uuid() from generate_series(1, 3) returning id`,
  )
  const tenants = owners.rows.map(({ id }) => id)
  await app.owner.query(
    `insert into auth.users (pool_id) select t from unnest($1::uuid[]) t, generate_series(1, 250)`,
    [tenants],
  )
  // An audience that is added ends them all.
  await app.owner.query(
    `insert into public.audiences (tenant_id, name, rule) values ($1, 'Members', '{"any": [{"kind": "signed_in"}]}')`,
    [tenants[0]],
  )
  await refreshAudienceSets(app.kernel)
  for (const tenant of tenants) assert.equal(await compareSets(app.owner, tenant, 'after the job'), 250)
  assert.deepEqual([Object.keys(jobs), schedules], [['audience-sets'], { 'audience-sets': '* * * * *' }])
})
