import type { Row, TableAccess } from '#testing/access/types.ts'
import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB, endUserA, endUserB } = world
/** As PostgreSQL prints it, because it is in keys. */
const then = '2026-01-01 00:00:00+00'
const idOf = (tenant: string, number: number) => `${tenant.slice(0, 8)}-0000-7000-8000-000000002${number}`
const without = (row: Row, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
const memberOf = (tenant: string) => (tenant === tenantA ? endUserA : endUserB)

const everyone = ['anon', 'authenticated', 'end_user', 'service_role'] as const

const eventOf = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  at: then,
  id: idOf(tenant, number),
  visitor: '42',
  known: '43',
  kind: 'vital',
  name: 'canary name',
  value: 1.5,
  site: 'canary.example',
  path: '/canary',
  source: 'canary',
  medium: 'canary',
  campaign: 'canary',
  country: 'DE',
  device: 'phone',
  browser: 'Canary',
  system: 'Canary',
})
const hourOf = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  dimension: 'page',
  hour: then,
  value: `/canary-${number}`,
  count: 3,
  visitors: 2,
})
const dirtyOf = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  hour: `2026-01-01 ${String(number % 24).padStart(2, '0')}:00:00+00`,
  version: 1,
})
const sourceOf = (tenant: string): Row => ({
  tenant_id: tenant,
  source: 'canary',
  medium: 'canary',
  campaign: 'canary',
  entry: '/canary',
})
const orderSourceOf = (tenant: string, number: number): Row => ({
  ...sourceOf(tenant),
  order_id: idOf(tenant, number),
})
const signUpSourceOf = (tenant: string): Row => ({ ...sourceOf(tenant), auth_user_id: memberOf(tenant) })

/** A third tenant, whose settings do not exist. */
const other = `insert into public.tenants (id, name, public_key, owner_user_id)
  values ('${world.noTenant}', 'Other', 'pk_DDDDDDDDDDDDDDDDDDDDDDDD', '${world.noTenant}') on conflict do nothing;`

/** The plan that all of it needs, a month of events, and rows that the tables refer to. */
const before = `select app.add_analytics_month('2026-01-01');
  ${other}
  update public.tenants set access_expires_at = '2100-01-01', subscription_tier = 'day_pass', day_pass_expires_at = '2100-01-01';
  ${[tenantA, tenantB]
    .map(
      (tenant) => `
  insert into auth.users (pool_id, id, email)
    values ('${tenant}', '${memberOf(tenant)}', 'member@example.test') on conflict do nothing;
  insert into auth.users (pool_id, id, email)
    select '${tenant}', '${world.otherEndUserA}', 'other@example.test' where '${tenant}' = '${tenantA}' on conflict do nothing;
  ${[100, 190]
    .map(
      (
        number,
      ) => `insert into public.orders (tenant_id, id, mode, seller, source_id, name, amount_total, currency, stripe_account_id, state_hash, receipt_hash)
    values ('${tenant}', '${idOf(tenant, number)}', 'test', 'pay', '${tenant}', 'Canary', 1, 'eur', 'acct_1', '\\x0${number}', '\\x0${number}') on conflict do nothing;`,
    )
    .join('')}`,
    )
    .join('')}`

interface Own {
  table: string
  key: string[]
  row: (tenant: string, number: number) => Row
  /** Columns that the staff read; none for tables of the server alone. */
  reads?: string[]
  staff?: NonNullable<TableAccess['staff']>
  /** What the staff may insert and change. */
  insert?: (row: Row) => Row
  update?: Row
  /** SQLSTATE of the constraint that refuses a second row. */
  insertFails?: string
  canDelete?: true
  computed?: string[]
  spare?: Row
}

/** A table whose rows only the staff of their tenant reach. */
function ofStaff({
  table,
  key,
  row,
  reads,
  staff,
  insert,
  update,
  canDelete,
  insertFails,
  computed = [],
  spare,
}: Own): TableAccess {
  const columns = [...Object.keys(row(tenantA, 100)), ...computed]
  const right = (tenant: string, rows: string[]) => ({
    ...(reads && { select: { columns: reads, rows } }),
    ...(insert && { insert: insert(row(tenant, 190)), ...(insertFails && { insertFails }) }),
    ...(update && { update: { to: update, rows } }),
    ...(canDelete && { delete: { rows } }),
  })
  const none = { ...right(tenantA, []), ...(insert && { insertFails: 'refused' as const }) }
  return {
    table,
    key,
    columns,
    ...(computed.length > 0 && { computed }),
    before,
    rows: { "A's": row(tenantA, 100), "B's": row(tenantB, 100) },
    spare: spare ?? row(tenantA, 190),
    ...(staff && { staff }),
    rights: reads
      ? {
          'creator A': right(tenantA, ["A's"]),
          'creator B': right(tenantB, ["B's"]),
          'new creator': none,
          'creator with the id of an end user of A': none,
        }
      : {},
  }
}

const settingsOf = (tenant: string): Row => ({
  tenant_id: tenant,
  collection: 'consent',
  raw_days: 30,
  own_networks: '{203.0.113.0/24}',
  public_figures: '{views}',
  share_hash: `\\x${'aa'.repeat(32)}`,
  updated_at: then,
})
const named = (tenant: string, number: number, more: Row): Row => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  ...more,
  created_at: then,
})
const GOAL = '{"kind": "view", "match": "/canary"}'
const goalOf = (tenant: string, number: number) => named(tenant, number, { name: 'Canary', goal: GOAL })
const funnelOf = (tenant: string, number: number) =>
  named(tenant, number, { name: 'Canary', steps: `[${GOAL}, ${GOAL}]` })
const noteOf = (tenant: string, number: number) =>
  named(tenant, number, { day: '2026-01-01', text: 'Canary' })
const withoutIds = (row: Row) => without(row, 'id', 'created_at')
const keyed = ['tenant_id', 'id']
const editors = { see: 'see', change: 'content' } as const

accessTests({
  unit: 'blocks/analytics',
  functions: {
    'app.add_analytics_month(date)': ['service_role'],
    'app.drop_analytics_months(timestamp with time zone)': ['service_role'],
    'app.forget_analytics()': [],
    'app.valid_figures(text[])': [...everyone],
    'app.valid_networks(text[])': [...everyone],
    'app.valid_goal(jsonb)': [...everyone],
    'app.valid_steps(jsonb)': [...everyone],
    'app.check_analytics()': [],
    'app.set_measuring()': [],
    'app.request_visitor(uuid)': [],
    'app.request_visit(uuid)': [],
    'app.add_order_source()': [],
    'app.add_sign_up_source()': [],
    'app.sign_ups_by_source(uuid,timestamp with time zone,timestamp with time zone)': ['authenticated'],
  },
  tables: [
    ofStaff({
      table: 'app.analytics_events',
      key: ['tenant_id', 'at', 'id'],
      row: eventOf,
      reads: Object.keys(eventOf(tenantA, 100)),
      staff: 'see',
    }),
    ofStaff({
      table: 'app.analytics_ids',
      key: keyed,
      row: (tenant, number) => ({ tenant_id: tenant, id: idOf(tenant, number), at: then }),
    }),
    ofStaff({
      table: 'app.analytics_dirty',
      key: ['tenant_id', 'hour'],
      row: dirtyOf,
      reads: ['tenant_id', 'hour'],
      staff: 'see',
    }),
    ofStaff({
      table: 'app.analytics_hours',
      key: ['tenant_id', 'dimension', 'hour', 'value'],
      row: hourOf,
      reads: Object.keys(hourOf(tenantA, 100)),
      staff: 'see',
    }),
    ofStaff({
      table: 'app.order_sources',
      key: ['tenant_id', 'order_id'],
      row: orderSourceOf,
      reads: Object.keys(orderSourceOf(tenantA, 100)),
      staff: 'orders',
    }),
    ofStaff({
      table: 'app.sign_up_sources',
      key: ['tenant_id', 'auth_user_id'],
      row: signUpSourceOf,
      spare: { ...signUpSourceOf(tenantA), auth_user_id: world.otherEndUserA },
    }),
    ofStaff({
      table: 'public.analytics_settings',
      key: ['tenant_id'],
      row: settingsOf,
      computed: ['is_shared'],
      reads: [...Object.keys(without(settingsOf(tenantA), 'share_hash')), 'is_shared'],
      staff: { see: 'see', change: 'settings' },
      insert: (row) => without(row, 'share_hash', 'updated_at'),
      insertFails: '23505',
      spare: { ...settingsOf(tenantA), tenant_id: world.noTenant },
      update: { collection: 'off', raw_days: 31, own_networks: '{}', public_figures: '{}' },
    }),
    ofStaff({
      table: 'public.analytics_goals',
      key: keyed,
      row: goalOf,
      reads: Object.keys(goalOf(tenantA, 100)),
      staff: editors,
      insert: withoutIds,
      update: { name: 'Changed', goal: '{"kind": "event", "match": "x"}' },
      canDelete: true,
    }),
    ofStaff({
      table: 'public.analytics_funnels',
      key: keyed,
      row: funnelOf,
      reads: Object.keys(funnelOf(tenantA, 100)),
      staff: editors,
      insert: withoutIds,
      update: { name: 'Changed', steps: `[${GOAL}, ${GOAL}, ${GOAL}]` },
      canDelete: true,
    }),
    ofStaff({
      table: 'public.analytics_notes',
      key: keyed,
      row: noteOf,
      reads: Object.keys(noteOf(tenantA, 100)),
      staff: editors,
      insert: withoutIds,
      update: { day: '2026-02-02', text: 'Changed' },
      canDelete: true,
    }),
  ],
})
