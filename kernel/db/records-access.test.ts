import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB, endUserA, otherEndUserA, newEndUserA, endUserB } = world
const then = '2026-01-01T00:00:00Z'
const idOf = (tenant: string, number: number) => `${tenant.slice(0, 8)}-0000-7000-8000-0000000${number}00`
const everyone = (tenant: string) => idOf(tenant, 901)
const author = (tenant: string) => idOf(tenant, 902)

const accounts = `
  insert into auth.users (pool_id, id) values ('${tenantA}', '${endUserA}'), ('${tenantA}', '${otherEndUserA}'),
    ('${tenantA}', '${newEndUserA}'), ('${tenantB}', '${endUserB}') on conflict do nothing;
  insert into public.audiences (tenant_id, id, name, rule) values
    ('${tenantA}', '${everyone(tenantA)}', 'Everyone', '{"any":[{"kind":"everyone"}]}'),
    ('${tenantB}', '${everyone(tenantB)}', 'Everyone', '{"any":[{"kind":"everyone"}]}'),
    ('${tenantA}', '${author(tenantA)}', 'Author', '{"any":[{"kind":"owner"}]}'),
    ('${tenantB}', '${author(tenantB)}', 'Author', '{"any":[{"kind":"owner"}]}');
  update public.tenants set access_expires_at = '2100-01-01', subscription_tier = 'day_pass', day_pass_expires_at = '2100-01-01';`

/** Open to everyone to see and add, to the author to change and delete; the second one is closed. */
const open = (tenant: string) => idOf(tenant, 911)
const closed = (tenant: string) => idOf(tenant, 912)
const table = (tenant_id: string, id: string, place: number) => ({
  tenant_id,
  id,
  name: `canary_${place}`,
  title: 'Canary',
  fields: [{ id: 'aaaaaaaa', name: 'words', title: 'Words', kind: 'text', slot: 't1' }],
  removed_fields: [],
  revision: 1,
  place,
  see_audience_id: place === 1 ? everyone(tenant_id) : null,
  add_audience_id: place === 1 ? everyone(tenant_id) : null,
  change_audience_id: place === 1 ? author(tenant_id) : null,
  delete_audience_id: place === 1 ? author(tenant_id) : null,
  team_scoped: false,
  approval: false,
  deleted_at: null,
  created_at: then,
  updated_at: then,
})
const tables = [
  table(tenantA, open(tenantA), 1),
  table(tenantA, closed(tenantA), 2),
  table(tenantB, open(tenantB), 1),
]
const tableColumns = Object.keys(tables[0]!)
/** Arrays of a matrix are arrays of texts in SQL. */
const jsonOf = (row: ReturnType<typeof table>) => ({
  ...row,
  fields: JSON.stringify(row.fields),
  removed_fields: '[]',
})
const values = {
  t1: 'Canary',
  t2: 'Canary',
  t3: 'Canary',
  t4: 'Canary',
  t5: 'Canary',
  t6: 'Canary',
  n1: 1,
  n2: 2,
  n3: 3,
  n4: 4,
  d1: '2026-01-01',
  d2: '2026-01-01',
  z1: then,
  z2: then,
  z3: then,
  r1: endUserA,
  r2: endUserA,
  r3: endUserA,
  u1: null,
  u2: null,
  extra: { bbbbbbbb: 'Canary' },
}
const row = (
  tenant_id: string,
  table_id: string,
  number: number,
  created_by: string | null,
  approved = true,
) => ({
  tenant_id,
  table_id,
  id: idOf(tenant_id, number),
  created_at: then,
  updated_at: then,
  created_by,
  team_id: null,
  by_visitor: false,
  approved,
  indexed: 1,
  ...values,
})
const past = (tenant_id: string, number: number) => ({
  tenant_id,
  table_id: open(tenant_id),
  record_id: idOf(tenant_id, 921),
  id: idOf(tenant_id, number),
  at: then,
  act: 'deleted',
  actor_kind: 'person',
  actor_id: endUserA,
  own: { approved: true },
  before: { aaaaaaaa: 'Canary' },
})
const file = (tenant_id: string, number: number) => ({
  tenant_id,
  id: idOf(tenant_id, number),
  table_id: open(tenant_id),
  field_id: 'aaaaaaaa',
  form_id: null,
  record_id: null,
  uploader_role: 'end_user',
  uploader_id: endUserA,
  network: null,
  name: 'canary.pdf',
  size: 7,
  type: 'application/pdf',
  width: null,
  height: null,
  etag: '"canary"',
  version: idOf(tenant_id, number),
  created_at: then,
  released_at: null,
})
const columns = Object.keys(row(tenantA, open(tenantA), 921, null))
const readable = columns.filter((name) => name !== 'by_visitor')
const change = { updated_at: then, approved: true, indexed: 3, ...values }
const added = (tenant_id: string) => ({
  tenant_id,
  table_id: open(tenant_id),
  id: idOf(tenant_id, 929),
  team_id: null,
  approved: true,
  indexed: 1,
  ...values,
})
const rights = (tenant: string, sees: string[], own: string[], insertFails?: 'refused') => ({
  select: { columns: readable, rows: sees },
  insert: added(tenant),
  ...(insertFails && { insertFails }),
  update: { to: change, rows: own },
  delete: { rows: own },
})
const ofA = ["A's", "A's of another", "A's waiting", "A's in the closed table"]
const seesTables = (rows: string[]) => ({ select: { columns: tableColumns, rows } })

accessTests({
  unit: 'kernel/db (tables of tenants)',
  functions: {
    'app.json_texts(jsonb)': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.record_slots()': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.valid_fields(jsonb)': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.valid_field_slots(jsonb)': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.tables_open(text)': ['anon', 'end_user'],
    'app.tables_open_to_author(text)': ['end_user'],
    'app.tables_open_to_team(text)': ['end_user'],
    'app.tables_without_approval()': ['anon', 'end_user'],
    'app.check_tables(uuid,bigint)': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.begin_write(uuid,uuid,bigint)': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.tables_lock(uuid)': ['service_role'],
    'app.place_data_table()': [],
    'app.delete_records()': [],
    'app.keep_audience_of_table()': [],
    'app.record_values(app.records,jsonb)': ['service_role'],
    'app.records_of_person(uuid,uuid,text)': [],
    'app.records_with_email(uuid,text)': [],
    'app.record_fields(app.records,jsonb)': [],
    'app.keep_record()': [],
    'app.record_mask(jsonb)': ['service_role'],
    'app.restore_records(uuid,uuid,uuid[])': ['service_role'],
    'app.forget_history(integer)': ['service_role'],
    'app.tables_to_forget()': ['service_role'],
    'app.forget_table(uuid,uuid)': ['service_role'],
    'app.forget_rows(integer)': ['service_role'],
    'app.fields_to_clear(jsonb)': ['service_role'],
    'app.tend_rows(uuid,uuid,uuid,integer)': ['service_role'],
    'app.tend_table(uuid,uuid)': ['service_role'],
    'app.tables_to_tend()': ['service_role'],
    'app.erase_from_records(uuid,uuid,text)': [],
    'app.file_wait(text)': ['service_role'],
    'app.upload_fits(uuid,bytea,bigint)': ['service_role'],
    'app.limit_uploads()': [],
    'app.store_record_files()': [],
    'app.drop_record_files()': [],
    'app.files_in(jsonb)': [],
    'app.refuse_file(text)': [],
    'app.check_files()': [],
    'app.claim_files()': [],
    'app.forget_files_of_history()': [],
    'app.forget_files(integer)': ['service_role'],
    'app.erase_record_files(uuid,uuid,text)': [],
    'app.files_of_person(uuid,uuid)': ['service_role'],
  },
  tables: [
    {
      table: 'public.data_tables',
      staff: 'content',
      key: ['tenant_id', 'id'],
      columns: tableColumns,
      before: accounts,
      rows: {
        "A's": jsonOf(tables[0]!),
        "A's closed one": jsonOf(tables[1]!),
        "B's": jsonOf(tables[2]!),
      },
      spare: { ...jsonOf(table(tenantA, idOf(tenantA, 913), 3)), name: 'canary_3' },
      rights: {
        'creator A': seesTables(["A's", "A's closed one"]),
        'creator B': seesTables(["B's"]),
        'new creator': seesTables([]),
        'creator with the id of an end user of A': seesTables([]),
      },
    },
    {
      table: 'app.records',
      cites: ['peers D8'],
      staff: 'content',
      key: ['tenant_id', 'table_id', 'id'],
      columns,
      rows: {
        "A's": row(tenantA, open(tenantA), 921, endUserA),
        "A's of another": row(tenantA, open(tenantA), 922, otherEndUserA),
        "A's waiting": row(tenantA, open(tenantA), 923, endUserA, false),
        "A's in the closed table": row(tenantA, closed(tenantA), 924, endUserA),
        "B's": row(tenantB, open(tenantB), 921, endUserB),
      },
      spare: row(tenantA, open(tenantA), 925, endUserA),
      rights: {
        anon: rights(tenantA, [], [], 'refused'),
        'visitor of A': rights(tenantA, ["A's", "A's of another"], []),
        'end user of A': rights(tenantA, ["A's", "A's of another", "A's waiting"], ["A's", "A's waiting"]),
        'other end user of A': rights(tenantA, ["A's", "A's of another"], ["A's of another"]),
        'new end user of A': rights(tenantA, ["A's", "A's of another"], []),
        'end user of B': rights(tenantB, ["B's"], ["B's"]),
        'end user of B with the id of creator A': rights(tenantB, ["B's"], []),
        'creator A': rights(tenantA, ofA, ofA),
        'creator B': rights(tenantB, ["B's"], ["B's"]),
        'new creator': rights(tenantA, [], [], 'refused'),
        'creator with the id of an end user of A': rights(tenantA, [], [], 'refused'),
      },
      attempts: [
        {
          as: 'end user of A',
          does: 'adds a row to the closed table: refused',
          sql: `insert into app.records (tenant_id, table_id) values ('${tenantA}', '${closed(tenantA)}')`,
          outcome: 'refused',
        },
        {
          as: 'end user of A',
          does: "adds a row to B's table: refused",
          sql: `insert into app.records (tenant_id, table_id) values ('${tenantB}', '${open(tenantB)}')`,
          outcome: 'refused',
        },
        {
          as: 'end user of A',
          does: 'adds an approved row where rows wait for approval: refused',
          given: `update public.data_tables set approval = true where id = '${open(tenantA)}'`,
          sql: `insert into app.records (tenant_id, table_id) values ('${tenantA}', '${open(tenantA)}')`,
          outcome: 'refused',
        },
        {
          as: 'visitor of A',
          does: 'adds a row that waits for approval',
          given: `update public.data_tables set approval = true where id = '${open(tenantA)}'`,
          sql: `insert into app.records (tenant_id, table_id, approved) values ('${tenantA}', '${open(tenantA)}', false)`,
          outcome: { inserts: 1 },
        },
        {
          as: 'end user of A',
          does: 'reads nothing of a table in the trash',
          given: `update public.data_tables set deleted_at = now() where tenant_id = '${tenantA}'`,
          sql: `select tenant_id || '|' || table_id || '|' || id as key from app.records`,
          outcome: { sees: [] },
        },
      ],
    },
    {
      table: 'app.forgotten_tables',
      key: ['tenant_id', 'table_id'],
      columns: ['tenant_id', 'table_id', 'at'],
      rows: { "A's": { tenant_id: tenantA, table_id: idOf(tenantA, 913), at: then } },
      spare: { tenant_id: tenantA, table_id: idOf(tenantA, 914), at: then },
      rights: {},
    },
    {
      table: 'app.record_history',
      key: ['tenant_id', 'table_id', 'record_id', 'id'],
      columns: [
        'tenant_id',
        'table_id',
        'record_id',
        'id',
        'at',
        'act',
        'actor_kind',
        'actor_id',
        'own',
        'before',
      ],
      rows: { "A's": past(tenantA, 931) },
      spare: past(tenantA, 932),
      rights: {},
    },
    {
      table: 'app.record_files',
      key: ['tenant_id', 'id'],
      columns: Object.keys(file(tenantA, 941)),
      rows: { "A's": file(tenantA, 941) },
      spare: file(tenantA, 942),
      rights: {},
    },
    {
      table: 'app.data_schemas',
      key: ['tenant_id'],
      columns: ['tenant_id', 'revision'],
      before: 'delete from app.data_schemas',
      rows: { "A's": { tenant_id: tenantA, revision: 7 } },
      spare: { tenant_id: tenantB, revision: 7 },
      rights: {},
    },
  ],
})
