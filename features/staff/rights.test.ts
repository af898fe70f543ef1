import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RIGHTS, STAFF_ROLES } from '#kernel/browser/staff-rights.ts'
import { testDatabase } from '#testing/test-database.ts'

const { owner } = await testDatabase()

/** What asks app.owned_tenants() and so is the owner's alone, with the reason. Everything else asks for a right. */
const OWNER_ONLY: Record<string, string> = {
  'app.owned_tenants': 'is the question itself',
  'app.check_payments_owner': 'an admin would decide where the money goes',
  'app.check_audit_days': 'an admin could let the traces of their own acts go',
  'app.require_staff_two_step': 'could lock the other admins out',
  'public.tenant_staff owner_changes': 'an admin would make or remove admins',
  'public.staff_invitations owner_invites': 'an admin would invite admins',
  'public.ownership_offers owner_offers': 'hands over the tenant',
}

/** Source of every policy and function that is not the definition of the rights. */
const { rows: sources } = await owner.query<{ name: string; source: string }>(`
  select p.polrelid::regclass || ' ' || p.polname as name,
    concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as source
  from pg_policy p
  union all
  select n.nspname || '.' || f.proname, pg_get_functiondef(f.oid)
  from pg_proc f join pg_namespace n on n.oid = f.pronamespace
  where f.prokind = 'f' and n.nspname in ('app', 'auth', 'public', 'storage', 'realtime')`)

test('what asks only for the owner is listed with its reason', () => {
  const asking = sources
    .filter(({ source }) => source.includes('owned_tenants'))
    .map(({ name }) => name.replace(/^(?!\w+\.)/, 'public.'))
  assert.deepEqual(asking.toSorted(), Object.keys(OWNER_ONLY).toSorted())
})

test('no policy compares the owner with the caller, which would forget the staff', () => {
  const comparing = sources.filter(
    ({ name, source }) =>
      name.includes(' ') && /owner_user_id/.test(source) && !source.includes('tenants_with'),
  )
  assert.deepEqual(comparing, [])
})

test('every right that a policy or function asks for exists', () => {
  const asked = sources.flatMap(({ source }) =>
    [...source.matchAll(/tenants_with(?:_plan)?\('(\w+)'/g)].map(([, right]) => right!),
  )
  assert.ok(asked.length > 20)
  assert.deepEqual(
    [...new Set(asked)].filter((right) => !(right in RIGHTS)),
    [],
  )
})

test('the database and the screens agree on what each role includes', async () => {
  for (const [right, roles] of Object.entries(RIGHTS)) {
    const { rows } = await owner.query('select app.staff_roles_with($1) as roles', [right])
    assert.deepEqual(rows[0].roles, roles, right)
  }
  const { rows } = await owner.query(`select app.staff_roles_with('no such right') as roles`)
  assert.deepEqual(rows[0].roles, [], 'an unknown right is the owner’s alone')
  assert.deepEqual(STAFF_ROLES, ['admin', 'editor', 'support', 'door'])
})
