import { accessTests } from '#testing/access-matrix.ts'
import { emailOf, world } from '#testing/access/world.ts'

const { tenantA, tenantB, creatorA, endUserA, otherEndUserA, endUserB } = world
const then = '2026-01-01T00:00:00Z'

const columns = ['tenant_id', 'name', 'is_default', 'created_at']
const role = (tenant_id: string, name: string, place: number, is_default = false) => ({
  tenant_id,
  name,
  place,
  is_default,
  created_at: then,
})
const membership = (tenant_id: string, auth_user_id: string, of: string) => ({
  tenant_id,
  auth_user_id,
  role: of,
  given_at: then,
})
const ofMembership = ['tenant_id', 'auth_user_id', 'role', 'given_at']

/** Without a tenant of their own, a creator sees and changes nothing. */
const roles = (tenant_id: string, rows: string[], refused = false) => ({
  select: { columns, rows },
  insert: { tenant_id, name: 'New', is_default: false },
  ...(refused ? { insertFails: 'refused' as const } : {}),
  update: { to: { is_default: false, ...(rows.length < 2 ? { name: 'Renamed' } : {}) }, rows },
  delete: { rows },
})
const members = (tenant_id: string, auth_user_id: string, rows: string[], refused = false) => ({
  select: { columns: ofMembership, rows },
  insert: { tenant_id, auth_user_id, role: 'Editor' },
  ...(refused ? { insertFails: 'refused' as const } : {}),
  delete: { rows },
})

const accounts = [
  [tenantA, endUserA],
  [tenantA, otherEndUserA],
  [tenantB, endUserB],
]
  .map(([pool, id]) => `('${pool}', '${id}', '${emailOf(id!)}')`)
  .join(', ')

const passEnds = `update public.tenants set access_expires_at = now() - interval '1 second' where owner_user_id = '${creatorA}'`

accessTests({
  unit: 'features/people',
  functions: {
    'app.place_role()': [],
    'app.roles_in_metadata()': [],
    'app.refresh_metadata()': [],
    'app.give_default_role()': [],
    'app.keep_role_of_audience()': [],
    'app.take_roles()': [],
    'app.rename_role_in_rules()': [],
    'app.my_access()': ['end_user'],
    'app.find_members(uuid,text[])': ['authenticated'],
    'app.viewed_member(uuid,uuid)': ['authenticated'],
    'app.store_role_facts()': [],
  },
  tables: [
    {
      table: 'public.roles',
      staff: { see: 'see', change: 'people' },
      key: ['tenant_id', 'name'],
      columns: [...columns, 'place'],
      before: `insert into auth.users (pool_id, id, email) values ${accounts} on conflict do nothing`,
      rows: {
        "A's editors": role(tenantA, 'Editor', 1, true),
        "B's editors": role(tenantB, 'Editor', 1),
      },
      spare: role(tenantB, 'Spare', 2),
      rights: {
        'creator A': { cites: ['C04'], ...roles(tenantA, ["A's editors"]) },
        'creator B': { cites: ['C04'], ...roles(tenantB, ["B's editors"]) },
        'new creator': roles(tenantA, [], true),
        'creator with the id of an end user of A': roles(tenantA, [], true),
      },
      attempts: [
        {
          as: 'creator B',
          cites: ['C04'],
          does: "adds a role to A's tenant: refused",
          sql: `insert into public.roles (tenant_id, name) values ('${tenantA}', 'Planted')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'adds a role when the plan has ended: refused',
          given: passEnds,
          sql: `insert into public.roles (tenant_id, name) values ('${tenantA}', 'Late')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'renames a role when the plan has ended: nothing happens',
          given: passEnds,
          sql: `update public.roles set name = 'Late'`,
          outcome: { touches: [] },
        },
        {
          as: 'creator A',
          does: 'deletes a role when the plan has ended: nothing happens',
          given: passEnds,
          sql: `delete from public.roles`,
          outcome: { touches: [] },
        },
        {
          as: 'creator A',
          does: 'still sees the roles when the plan has ended',
          given: passEnds,
          sql: `select concat_ws('|', tenant_id, name) as key from public.roles`,
          outcome: { sees: ["A's editors"] },
        },
        {
          as: 'creator A',
          does: 'deletes no role that an audience names',
          given: `insert into public.audiences (tenant_id, name, rule)
            values ('${tenantA}', 'Editors', '{"any": [{"kind": "role", "role": "Editor"}]}')`,
          sql: `delete from public.roles`,
          outcome: { fails: '23503' },
        },
        {
          as: 'creator A',
          does: 'adds no second role with the same letters',
          sql: `insert into public.roles (tenant_id, name) values ('${tenantA}', 'EDITOR')`,
          outcome: { fails: '23505' },
        },
        {
          as: 'creator A',
          does: 'adds no second default role',
          sql: `insert into public.roles (tenant_id, name, is_default) values ('${tenantA}', 'Other', true)`,
          outcome: { fails: '23505' },
        },
        {
          as: 'creator A',
          does: 'fills the twenty places',
          sql: `insert into public.roles (tenant_id, name) select '${tenantA}', 'Role ' || n from generate_series(2, 20) n`,
          outcome: { inserts: 19 },
        },
        {
          as: 'creator A',
          does: 'adds no 21st role',
          sql: `insert into public.roles (tenant_id, name) select '${tenantA}', 'Role ' || n from generate_series(2, 21) n`,
          outcome: { fails: '23514' },
        },
      ],
    },
    {
      table: 'public.role_members',
      staff: 'people',
      key: ['tenant_id', 'auth_user_id', 'role'],
      columns: ofMembership,
      rows: {
        "A's editor": membership(tenantA, endUserA, 'Editor'),
        "B's editor": membership(tenantB, endUserB, 'Editor'),
      },
      spare: membership(tenantA, otherEndUserA, 'Editor'),
      rights: {
        'creator A': { cites: ['C04'], ...members(tenantA, otherEndUserA, ["A's editor"]) },
        'creator B': { cites: ['C04'], ...members(tenantB, endUserB, ["B's editor"]), insertFails: '23505' },
        'new creator': members(tenantA, otherEndUserA, [], true),
        'creator with the id of an end user of A': members(tenantA, otherEndUserA, [], true),
      },
      attempts: [
        {
          as: 'creator B',
          cites: ['C04'],
          does: "gives A's member a role of A: refused",
          sql: `insert into public.role_members (tenant_id, auth_user_id, role) values ('${tenantA}', '${otherEndUserA}', 'Editor')`,
          outcome: 'refused',
        },
        {
          as: 'creator B',
          cites: ['C04'],
          does: "gives A's member a role of B: there is no such member",
          sql: `insert into public.role_members (tenant_id, auth_user_id, role) values ('${tenantB}', '${endUserA}', 'Editor')`,
          outcome: { fails: '23503' },
        },
        {
          as: 'creator A',
          does: 'gives a role when the plan has ended: refused',
          given: passEnds,
          sql: `insert into public.role_members (tenant_id, auth_user_id, role) values ('${tenantA}', '${otherEndUserA}', 'Editor')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'still sees who has which role when the plan has ended',
          given: passEnds,
          sql: `select concat_ws('|', tenant_id, auth_user_id, role) as key from public.role_members`,
          outcome: { sees: ["A's editor"] },
        },
        {
          as: 'creator A',
          does: 'takes no role when the plan has ended: nothing happens',
          given: passEnds,
          sql: `delete from public.role_members`,
          outcome: { touches: [] },
        },
        {
          as: 'end user of A',
          cites: ['C04'],
          does: 'gives themselves a role: refused',
          sql: `insert into public.role_members (tenant_id, auth_user_id, role) values ('${tenantA}', '${endUserA}', 'Editor')`,
          outcome: 'denied',
        },
        {
          as: 'owner',
          does: 'deletes an account whose row stays: its roles are deleted',
          sql: `update auth.users set deleted_at = now(), raw_app_meta_data = '{}' where id = '${endUserA}'`,
          outcome: { touches: ["A's editor"] },
        },
        {
          as: 'owner',
          does: 'deletes an account: its roles are deleted',
          sql: `delete from auth.users where id = '${endUserA}'`,
          outcome: { touches: ["A's editor"] },
        },
      ],
    },
  ],
})
