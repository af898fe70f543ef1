import type { Row, TableAccess } from '#testing/access/types.ts'
import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB } = world
const then = '2026-01-01T00:00:00Z'
const idOf = (tenant: string, number: number) => `${tenant.slice(0, 8)}-0000-7000-8000-000000001${number}`
const bytes = (number: number) => `\\x${String(number).padStart(2, '0').repeat(32)}`
const without = (row: Row, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

/** The plan that all of it needs, and rows that the tables refer to. */
const [series, event, quota, type, list] = [100, 200, 300, 400, 700]
const before = [tenantA, tenantB]
  .map(
    (tenant) => `
  update public.tenants set access_expires_at = '2100-01-01', subscription_tier = 'day_pass', day_pass_expires_at = '2100-01-01';
  insert into public.ticket_series (tenant_id, id, title) values ('${tenant}', '${idOf(tenant, series)}', 'Canary') on conflict do nothing;
  insert into public.ticket_events (tenant_id, id, title, starts_at, ends_at, state)
    values ('${tenant}', '${idOf(tenant, event)}', 'Canary', '${then}', '2026-01-02T00:00:00Z', 'published') on conflict do nothing;
  insert into public.ticket_quotas (tenant_id, id, event_id, name, capacity)
    values ('${tenant}', '${idOf(tenant, quota)}', '${idOf(tenant, event)}', 'Canary', 10) on conflict do nothing;
  insert into public.ticket_types (tenant_id, id, event_id, name, price_cents)
    values ('${tenant}', '${idOf(tenant, type)}', '${idOf(tenant, event)}', 'Canary', 100) on conflict do nothing;
  insert into public.ticket_types (tenant_id, id, event_id, name, price_cents)
    values ('${tenant}', '${idOf(tenant, 430)}', '${idOf(tenant, event)}', 'Canary', 100) on conflict do nothing;
  insert into public.checkin_lists (tenant_id, id, event_id, name)
    values ('${tenant}', '${idOf(tenant, list)}', '${idOf(tenant, event)}', 'Canary') on conflict do nothing;`,
  )
  .join('')

const seriesOf = (tenant: string, number: number) => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  title: 'Canary',
  created_at: then,
})
const eventOf = (tenant: string, number: number) => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  series_id: idOf(tenant, series),
  title: 'Canary',
  summary: 'Canary words',
  place: 'Canary street',
  zone: 'Europe/Berlin',
  starts_at: then,
  ends_at: '2026-01-02T00:00:00Z',
  state: 'published',
  currency: 'eur',
  audience_id: null,
  cancel_until: then,
  refund_percent: 50,
  created_at: then,
  updated_at: then,
})
const quotaOf = (tenant: string, number: number) => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  event_id: idOf(tenant, event),
  name: 'Canary',
  capacity: 10,
  held: 0,
  sold: 0,
})
const typeOf = (tenant: string, number: number) => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  event_id: idOf(tenant, event),
  name: 'Canary',
  description: 'Canary words',
  position: 1,
  price_cents: 100,
  is_donation: false,
  sale_from: then,
  sale_until: '2026-01-02T00:00:00Z',
  min_per_order: 1,
  max_per_order: 5,
  most_per_buyer: 5,
  group_size: 1,
  is_hidden: true,
  addon_of: null,
  audience_id: null,
  has_waiting_list: true,
  is_transferable: true,
  is_open: true,
  questions: '[]',
  taken: 0,
  created_at: then,
})
const typeQuotaOf = (tenant: string, number: number) => ({
  tenant_id: tenant,
  event_id: idOf(tenant, event),
  type_id: idOf(tenant, number),
  quota_id: idOf(tenant, quota),
})
const phaseOf = (tenant: string, number: number) => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  type_id: idOf(tenant, type),
  position: number,
  name: 'Canary',
  price_cents: 50,
  until_at: then,
  until_sold: 5,
})
const codeOf = (tenant: string, number: number) => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  event_id: idOf(tenant, event),
  code: `CANARY${number}`,
  kind: 'percent',
  value: 10,
  type_ids: '{}',
  most: 5,
  held: 0,
  used: 0,
  from_at: then,
  until_at: then,
})
const secretsOf = (tenant: string, number: number) => ({
  tenant_id: tenant,
  event_id: idOf(tenant, number),
  online_url: 'https://canary.example/room',
  recording_url: 'https://canary.example/video',
})
const cartOf = (number: number) => ({
  tenant_id: tenantA,
  id: idOf(tenantA, number),
  event_id: idOf(tenantA, event),
  state: 'held',
  secret_hash: bytes(number % 97),
  network: '\\x01',
  auth_user_id: world.endUserA,
  email: 'canary@example.test',
  code_id: null,
  code_units: 0,
  order_id: null,
  wait_id: null,
  until_at: '2100-01-01T00:00:00Z',
  created_at: then,
})
const messageOf = (tenant: string, number: number) => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  event_id: idOf(tenant, event),
  type_ids: '{}',
  mode: 'live',
  subject: 'Canary',
  body: 'Canary words',
  recipients: 2,
  queued: 1,
  created_at: then,
})
const recipientOf = (number: number) => ({
  tenant_id: tenantA,
  message_id: idOf(tenantA, 960),
  ticket_id: idOf(tenantA, number),
  transfers: 0,
})
const changeOf = (number: number) => ({
  tenant_id: tenantA,
  event_id: idOf(tenantA, 200),
  ticket_id: idOf(tenantA, number),
  changed_in: '1',
})
const noticeOf = (number: number) => ({
  tenant_id: tenantA,
  event_id: idOf(tenantA, number),
  kind: 'changed',
  due_at: then,
  since: then,
  done_to: null,
})
const lineOf = (number: number) => ({
  tenant_id: tenantA,
  cart_id: idOf(tenantA, 610),
  type_id: idOf(tenantA, number),
  quantity: 1,
  group_size: 1,
  unit_price: 100,
  quota_ids: `{${idOf(tenantA, quota)}}`,
})
const ticketOf = (tenant: string, number: number, state = 'valid') => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  event_id: idOf(tenant, event),
  type_id: idOf(tenant, type),
  state,
  mode: 'live',
  source: 'manual',
  order_id: null,
  cart_id: null,
  refund_id: null,
  price_cents: 100,
  quota_ids: '{}',
  code_hash: bytes(number % 97),
  code_sealed: 'canary',
  auth_user_id: null,
  owner_email: 'canary@example.test',
  holder_name: 'Canary',
  holder_email: 'canary@example.test',
  answers: '{}',
  language: 'en',
  mailed: 0,
  transfers: 0,
  issued_at: then,
  ended_at: null,
  created_at: then,
})
const listOf = (tenant: string, number: number) => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  event_id: idOf(tenant, event),
  name: 'Canary',
  type_ids: '{}',
  created_at: then,
})
const deviceOf = (tenant: string, number: number) => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  list_id: idOf(tenant, list),
  name: 'Canary',
  pairing_hash: bytes(number % 97),
  pairing_until: then,
  token_hash: bytes(number % 89),
  paired_at: then,
  revoked_at: null,
  created_at: then,
})
const checkinOf = (number: number) => ({
  tenant_id: tenantA,
  id: idOf(tenantA, number),
  list_id: idOf(tenantA, list),
  ticket_id: idOf(tenantA, 810),
  device_id: null,
  by_user: null,
  state: number === 940 ? 'admitted' : 'conflict',
  at: then,
  stored_at: then,
})
const waitOf = (tenant: string, number: number) => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  event_id: idOf(tenant, event),
  type_id: idOf(tenant, type),
  email: `canary${number}@example.test`,
  auth_user_id: null,
  quantity: 1,
  language: 'en',
  state: 'waiting',
  offered_until: null,
  created_at: then,
})

interface Own {
  table: string
  row: (tenant: string, number: number) => Row
  /** Numbers of a row of both tenants, and of one that does not exist. */
  numbers: [stored: number, spare: number]
  /** The number of a second row of both tenants, which other tables refer to. */
  also?: number
  key?: string[]
  staff: NonNullable<TableAccess['staff']>
  /** Columns that they do not read, and those they may not set. */
  unseen?: string[]
  unset: string[]
  /** Null: they change no row. */
  update: Row | null
  /** Values that refer to a row of the tenant. */
  ownUpdate?: (tenant: string) => Row
  /** They write none. */
  reads?: 'only'
  deletes?: { fails: string } | 'own'
}

/** A table that creators and their staff work with, each tenant its own rows. */
function ofTenants({ table, row, numbers, unseen = [], unset, update, ...more }: Own): TableAccess {
  const [stored, spare] = numbers
  const columns = Object.keys(row(tenantA, stored))
  const read = columns.filter((name) => !unseen.includes(name))
  const writes = (tenant: string, rows: string[]) => ({
    ...(more.reads ? {} : { insert: without(row(tenant, spare), ...unset) }),
    ...(update ? { update: { to: { ...update, ...more.ownUpdate?.(tenant) }, rows } } : {}),
    ...(more.reads && !more.deletes
      ? {}
      : { delete: typeof more.deletes === 'object' && rows.length ? more.deletes : { rows } }),
  })
  const own = (tenant: string, label: string) => {
    const rows = more.also ? [label, `${label} other`] : [label]
    return { select: { columns: read, rows }, ...writes(tenant, rows) }
  }
  const none = { select: { columns: read, rows: [] }, ...writes(tenantA, []) }
  const refused = more.reads ? none : { ...none, insertFails: 'refused' as const }
  return {
    table,
    key: more.key ?? ['tenant_id', 'id'],
    columns,
    before,
    rows: {
      "A's": row(tenantA, stored),
      "B's": row(tenantB, stored),
      ...(more.also ? { "A's other": row(tenantA, more.also), "B's other": row(tenantB, more.also) } : {}),
    },
    spare: row(tenantA, spare),
    staff: more.staff,
    ...(typeof more.deletes === 'object' ? { deleteFails: more.deletes.fails } : {}),
    rights: {
      'creator A': own(tenantA, "A's"),
      'creator B': own(tenantB, "B's"),
      'new creator': refused,
      'creator with the id of an end user of A': refused,
    },
  }
}

/** A table for the server alone. */
const ofService = (
  table: string,
  row: (number: number) => Row,
  numbers: [number, number],
  key: string[],
  prepare = before,
): TableAccess => ({
  table,
  key,
  columns: Object.keys(row(numbers[0])),
  before: prepare,
  rows: { "A's": row(numbers[0]) },
  spare: row(numbers[1]),
  rights: {},
})
const editors = { see: 'see', change: 'content' } as const

accessTests({
  unit: 'blocks/tickets',
  functions: {
    'app.valid_zone(text)': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.valid_questions(jsonb)': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.tickets_allow(uuid,text)': [],
    'app.type_needs_business(public.ticket_types)': [],
    'app.check_ticket_plan()': [],
    'app.limit_type_quotas()': [],
    'app.keep_taken_quota()': [],
    'app.keep_event_state()': [],
    'app.own_cart(bytea,bytea)': ['anon', 'end_user'],
    'app.has_events()': ['anon', 'end_user'],
    'app.keep_taken_type()': [],
    'app.keep_audience_of_tickets()': [],
    'app.erase_tickets_of(uuid,uuid,text)': [],
    'app.claim_tickets(uuid,uuid)': [],
    'app.claim_tickets_by_proof()': [],
    'app.claim_issued_ticket()': [],
    'app.store_ticket_fact()': [],
    'app.refuse_tickets(text,text)': [],
    'app.lock_seats(uuid,uuid)': [],
    'app.return_seats(uuid,uuid[])': [],
    'app.end_carts(uuid,uuid[])': [],
    'app.end_due_carts(uuid,uuid)': [],
    'app.sweep_carts(integer)': ['service_role'],
    'app.amount_step(text)': [],
    'app.refund_share(integer,public.ticket_events)': [],
    'app.ticket_price(public.ticket_types,integer)': [],
    'app.ticket_code(uuid,uuid,text)': [],
    'app.price_with_code(integer,public.ticket_codes,uuid)': [],
    'app.units_of_buyer(uuid,uuid,uuid,text)': [],
    'app.release_cart(bytea)': ['anon', 'end_user'],
    'app.ticket_cart(bytea)': ['anon', 'end_user'],
    'app.hold_tickets(uuid,bytea,bytea,text,jsonb,numeric)': [],
    'app.left_of_sold_out(uuid,uuid,uuid[],boolean,public.ticket_codes,jsonb)': [],
    'app.hold_cart(uuid,bytea,bytea,text,jsonb,numeric,bigint)': ['anon', 'end_user'],
    'app.store_tickets(app.ticket_carts,text,text,text,uuid,jsonb,uuid,text)': [],
    'app.name_buyer(app.ticket_carts,uuid,text)': [],
    'app.mailbox_of(text)': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.refuse_closed_event(public.ticket_events)': [],
    'app.order_cart()': [],
    'app.reserve_tickets(uuid,uuid,text,uuid,text,jsonb)': ['service_role'],
    'app.count_sold(uuid,uuid[],integer)': [],
    'app.sell_cart(app.ticket_carts,uuid[])': [],
    'app.settle_tickets()': [],
    'app.end_tickets(uuid,uuid[],text,uuid)': [],
    'app.follow_order_owner()': [],
    'app.take_free_tickets(bytea,text,jsonb)': ['anon', 'end_user'],
    'app.own_ticket(uuid,bytea)': [],
    'app.my_tickets(bytea)': ['anon', 'end_user'],
    'app.rename_ticket(uuid,bytea,text,text,jsonb)': ['anon', 'end_user'],
    'app.cancel_ticket(uuid,uuid,integer,uuid)': [],
    'app.cancel_own_ticket(uuid,bytea)': ['anon', 'end_user'],
    'app.close_event(uuid,uuid)': ['authenticated'],
    'app.cancel_event(uuid,uuid)': ['authenticated'],
    'app.event_refunds(uuid,uuid)': ['authenticated'],
    'app.give_tickets(uuid,uuid,jsonb)': ['authenticated'],
    'app.end_ticket(uuid,uuid,integer)': ['authenticated'],
    'app.transfer_ticket(uuid,bytea,text,text,bytea,text)': ['anon', 'end_user'],
    'app.pair_device(bytea,bytea)': ['anon', 'end_user'],
    'app.door_list(uuid,uuid,bytea)': [],
    'app.scan_tickets(uuid,uuid,bytea,jsonb)': ['anon', 'authenticated', 'end_user'],
    'app.undo_scan(uuid,uuid,bytea,uuid)': ['anon', 'authenticated', 'end_user'],
    'app.note_door_change()': [],
    'app.door_sheet(uuid,uuid,bytea,text)': ['anon', 'authenticated', 'end_user'],
    'app.erase_waits_of(uuid,uuid,text)': [],
    'app.seats_owed(uuid,uuid)': [],
    'app.wait_for_tickets(uuid,text,integer,text)': ['anon', 'end_user'],
    'app.waits_to_offer(integer)': ['service_role'],
    'app.offer_tickets(uuid,uuid,bytea)': ['service_role'],
    'app.plan_ticket_notices()': [],
    'app.take_ticket_notices(integer)': ['service_role'],
    'app.take_unmailed_tickets(integer)': ['service_role'],
    'app.settle_wait()': [],
    'app.event_types(uuid,uuid,uuid[],text)': [],
    'app.event_as_seen(uuid,uuid,uuid[],text)': [],
    'app.event_view(uuid,text)': ['anon', 'end_user'],
    'app.preview_event(uuid,uuid)': ['authenticated'],
    'app.list_events(uuid,timestamp with time zone,timestamp with time zone)': ['anon', 'end_user'],
    'app.shift_days(timestamp with time zone,integer,text)': [],
    'app.repeat_event(uuid,uuid,uuid,integer)': ['authenticated'],
    'app.reads_ticket_messages(text,text)': ['authenticated'],
    'app.send_ticket_message(uuid,uuid,uuid,uuid[],text,text,integer)': ['authenticated'],
    'app.take_ticket_messages(integer)': ['service_role'],
  },
  tables: [
    ofTenants({
      table: 'public.ticket_series',
      row: seriesOf,
      numbers: [100, 120],
      staff: editors,
      unset: ['id', 'created_at'],
      update: { title: 'New' },
      // Events belong to it.
      deletes: { fails: '23503' },
    }),
    ofTenants({
      table: 'public.ticket_events',
      row: eventOf,
      numbers: [200, 220],
      also: 230,
      staff: editors,
      unset: ['id', 'created_at', 'updated_at'],
      update: without(eventOf(tenantA, 200), 'tenant_id', 'id', 'series_id', 'created_at', 'updated_at'),
      ownUpdate: (tenant) => ({ series_id: idOf(tenant, series) }),
      deletes: { fails: '23503' },
    }),
    ofTenants({
      table: 'public.ticket_quotas',
      row: quotaOf,
      numbers: [300, 320],
      staff: editors,
      unset: ['id', 'held', 'sold'],
      update: { name: 'New', capacity: 20 },
    }),
    ofTenants({
      table: 'public.ticket_types',
      row: typeOf,
      numbers: [400, 420],
      also: 430,
      staff: editors,
      unset: ['id', 'taken', 'created_at'],
      update: without(typeOf(tenantA, 400), 'tenant_id', 'id', 'event_id', 'taken', 'created_at'),
      deletes: { fails: '23503' },
    }),
    ofTenants({
      table: 'public.ticket_type_quotas',
      row: typeQuotaOf,
      numbers: [400, 430],
      key: ['tenant_id', 'type_id', 'quota_id'],
      staff: editors,
      unset: [],
      update: null,
    }),
    ofTenants({
      table: 'public.ticket_phases',
      row: phaseOf,
      numbers: [440, 450],
      staff: editors,
      unset: ['id'],
      update: { position: 3, name: 'New', price_cents: 10, until_at: then, until_sold: 1 },
    }),
    ofTenants({
      table: 'public.ticket_codes',
      row: codeOf,
      numbers: [510, 520],
      staff: 'content',
      unset: ['id', 'held', 'used'],
      update: without(codeOf(tenantA, 510), 'tenant_id', 'id', 'event_id', 'code', 'held', 'used'),
    }),
    ofTenants({
      table: 'public.ticket_event_secrets',
      row: secretsOf,
      numbers: [200, 230],
      key: ['tenant_id', 'event_id'],
      staff: 'content',
      unset: [],
      update: { online_url: 'https://new.example', recording_url: null },
    }),
    ofTenants({
      table: 'public.tickets',
      row: ticketOf,
      numbers: [810, 820],
      also: 830,
      staff: 'people',
      unseen: ['cart_id', 'quota_ids', 'code_hash', 'code_sealed', 'language', 'mailed', 'created_at'],
      unset: [],
      update: null,
      reads: 'only',
    }),
    ofTenants({
      table: 'public.checkin_lists',
      row: listOf,
      numbers: [700, 720],
      staff: { see: 'door', change: 'content' },
      unset: ['id', 'created_at'],
      update: { name: 'New', type_ids: '{}' },
    }),
    ofTenants({
      table: 'public.checkin_devices',
      row: deviceOf,
      numbers: [740, 750],
      staff: 'door',
      unseen: ['pairing_hash', 'pairing_until', 'token_hash'],
      unset: ['id', 'token_hash', 'paired_at', 'revoked_at', 'created_at'],
      update: { name: 'New', revoked_at: then },
    }),
    ofTenants({
      table: 'public.ticket_waits',
      row: waitOf,
      numbers: [910, 920],
      staff: 'people',
      unset: [],
      update: null,
      reads: 'only',
      deletes: 'own',
    }),
    ofTenants({
      table: 'public.ticket_messages',
      row: messageOf,
      numbers: [960, 970],
      staff: 'people',
      unset: [],
      update: null,
      reads: 'only',
    }),
    ofService(
      'app.ticket_message_recipients',
      recipientOf,
      [810, 830],
      ['tenant_id', 'message_id', 'ticket_id'],
    ),
    ofService('app.ticket_carts', cartOf, [610, 620], ['tenant_id', 'id']),
    ofService('app.ticket_cart_lines', lineOf, [400, 430], ['tenant_id', 'cart_id', 'type_id']),
    ofService('app.ticket_checkins', checkinOf, [940, 950], ['tenant_id', 'id']),
    // Triggers have noted the tickets above.
    ofService(
      'app.door_changes',
      changeOf,
      [960, 970],
      ['tenant_id', 'ticket_id'],
      'delete from app.door_changes',
    ),
    ofService('app.ticket_notices', noticeOf, [200, 230], ['tenant_id', 'event_id', 'kind']),
  ],
})
