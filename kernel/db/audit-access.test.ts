import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB, creatorA } = world
const change = (tenant_id: string, number: number) => ({
  tenant_id,
  id: `${tenant_id.slice(0, 8)}-0000-7000-8000-00000000060${number}`,
  at: '2026-01-01T00:00:00Z',
  act: 'role.changed',
  relation: 'public.roles',
  row_id: 'canary',
  row_name: 'Canary',
  actor_kind: 'owner',
  actor_id: creatorA,
  actor_app: creatorA,
  network: '203.0.113.0/24',
  agent: 'Firefox on Windows',
  request_id: creatorA,
  before: { name: 'Canary before' },
  after: { name: 'Canary after' },
  hidden: ['canary'],
})
const columns = Object.keys(change(tenantA, 1))
const rows = { "A's": change(tenantA, 1), "B's": change(tenantB, 1) }
const personData = (relation: string) => ({
  relation,
  person: 'auth_user_id',
  how: 'kept',
  emptied: ['canary'],
  exported: ['canary'],
  reason: 'canary',
})
const ofPersonData = Object.keys(personData(''))
const reads = (...labels: string[]) => ({ select: { columns, rows: labels } })

// Append-only: even the service role only reads. The trigger and the retention run as the owner.
accessTests({
  unit: 'kernel/db (audit and erasure)',
  functions: {
    'app.audit(regclass,text,text,text[],text[],text[],text[],text,text)': [],
    'app.record_change()': [],
    'app.is_secret_name(text)': [],
    'app.audit_values(jsonb)': [],
    'app.first_id_at(timestamp with time zone)': ['authenticated'],
    'app.forget_audit(integer)': ['service_role'],
    'app.add_person_data(regclass,text,text,text[],text[],text)': [],
    'app.person_rows(text,text)': [],
    'app.erase_person(uuid,uuid,text)': [],
    'app.erasure_blocker(uuid,uuid)': ['service_role'],
    'app.person_export(uuid,uuid)': ['service_role'],
  },
  tables: [
    {
      table: 'public.audit_log',
      staff: 'settings',
      key: ['tenant_id', 'id'],
      columns,
      before: 'delete from public.audit_log',
      rows,
      spare: change(tenantA, 2),
      rights: {
        'creator A': reads("A's"),
        'creator B': reads("B's"),
        'new creator': reads(),
        'creator with the id of an end user of A': reads(),
        service: reads("A's", "B's"),
      },
    },
    // Its names become statements of the owner, so that the migrations alone write it.
    {
      table: 'app.person_data',
      key: ['relation', 'person'],
      columns: ofPersonData,
      before: 'delete from app.person_data',
      rows: { canary: personData('public.canary') },
      spare: personData('public.spare'),
      rights: { service: { select: { columns: ofPersonData, rows: ['canary'] } } },
    },
  ],
})
