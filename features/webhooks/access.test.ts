import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB } = world
const idOf = (tenant_id: string, number: number) =>
  `${tenant_id.slice(0, 8)}-0000-7000-8000-00000000050${number}`

const endpoint = (tenant_id: string, number: number) => ({
  tenant_id,
  id: idOf(tenant_id, number),
  mode: 'live',
  place: number,
  url: 'https://canary.example/hook',
  events: ['order.paid'],
  secret_sealed: 'canary-sealed-secret',
  old_secret_sealed: 'canary-sealed-old-secret',
  old_secret_until: '2100-01-01T00:00:00Z',
  disabled_at: '2026-01-01T00:00:00Z',
  disabled_by: 'creator',
  failing_since: '2026-01-01T00:00:00Z',
  held_until: '2026-01-01T00:00:00Z',
  lease_id: 'aaaaaaaa-0000-7000-8000-000000000555',
  lease_until: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
})
const message = (tenant_id: string, number: number) => ({
  tenant_id,
  id: idOf(tenant_id, number),
  mode: 'live',
  type: 'order.paid',
  object_id: 'canary',
  data: { email: 'canary-buyer@example.test' },
  created_at: '2026-01-01T00:00:00Z',
})
const ofMessage = (tenant_id: string, number: number) => ({
  tenant_id,
  endpoint_id: idOf(tenant_id, 1),
  message_id: idOf(tenant_id, number),
})
const delivery = (tenant_id: string, number: number) => ({
  ...ofMessage(tenant_id, number),
  seq: number,
  object_id: 'canary',
  state: 'delivered',
  failures: 1,
  tries: 1,
  next_at: '2026-01-01T00:00:00Z',
  settled_at: '2026-01-01T00:00:00Z',
})
const attempt = (tenant_id: string, number: number) => ({
  ...ofMessage(tenant_id, 1),
  number,
  attempted_at: '2026-01-01T00:00:00Z',
  duration_ms: 12,
  status: 200,
  answer: 'canary answer',
  error: 'canary error',
})
type Row = (tenant_id: string, number: number) => Record<string, unknown>
/** Only the server can read these tables: creators use the endpoints, which never return a stored secret. */
const table = (name: string, key: string[], row: Row, more: object = {}) => ({
  table: name,
  key,
  columns: [...Object.keys(row(tenantA, 1)), ...Object.keys(more)],
  ...(Object.keys(more).length ? { computed: Object.keys(more) } : {}),
  rows: { "A's": row(tenantA, 1), "B's": row(tenantB, 1) },
  spare: row(tenantA, 2),
  rights: {},
})
const inMessage = ['tenant_id', 'endpoint_id', 'message_id']

accessTests({
  unit: 'features/webhooks',
  functions: {
    'app.tell_of_team()': [],
    'app.tell_of_team_member()': [],
    'app.tell_of_team_role()': [],
    'app.valid_webhook_events(text[])': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.tell_webhooks(uuid,text,text,text,jsonb)': [],
    'app.erase_webhooks_of(uuid,uuid,text)': [],
    'app.tell_of_order()': [],
    'app.tell_of_end_user()': [],
    'app.tell_of_deleted_user()': [],
    'app.tell_of_submission()': [],
    'app.tell_of_paid_submission()': [],
    'app.told_ticket(public.tickets)': [],
    'app.tell_of_ticket()': [],
    'app.tell_of_checkin()': [],
    'app.tell_of_roles()': [],
    'app.tell_of_product()': [],
    'app.tell_of_account()': [],
    'app.tell_of_records()': [],
    'app.record_row(jsonb,jsonb)': [],
    'app.shortened(jsonb)': [],
    'app.wants_events(uuid,text[])': [],
    'app.erase_webhooks_of_records(uuid,uuid,text)': [],
    'app.webhook_deliveries_of(uuid,text)': ['authenticated'],
  },
  tables: [
    table('app.webhook_endpoints', ['tenant_id', 'id'], endpoint),
    {
      ...table('app.webhook_messages', ['tenant_id', 'id'], message, { seq: 'always' }),
      rows: {
        "A's": message(tenantA, 1),
        // Belongs to the spare delivery.
        "A's second": message(tenantA, 2),
        "B's": message(tenantB, 1),
      },
      spare: message(tenantA, 3),
    },
    table('app.webhook_deliveries', inMessage, delivery),
    table('app.webhook_attempts', [...inMessage, 'number'], attempt),
  ],
})
