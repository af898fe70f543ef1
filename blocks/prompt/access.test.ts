import type { TenantRight } from '#kernel/browser/staff-rights.ts'
import type { Rights, Row, TableAccess } from '#testing/access/types.ts'
import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB, endUserA, endUserB } = world
const then = '2026-01-01T00:00:00Z'
const idOf = (tenant: string, number: number) => `${tenant.slice(0, 8)}-0000-7000-8000-000000003${number}`
const memberOf = (tenant: string) => (tenant === tenantA ? endUserA : endUserB)
const without = (row: Row, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
const only = (row: Row, ...names: string[]): Row => Object.fromEntries(names.map((name) => [name, row[name]]))
/** What rows of the other tables belong to. */
const parent = 100

const assistant = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  name: 'Canary',
  language: 'en',
  greeting: 'Canary greeting',
  suggestions: '{canary}',
  instructions: 'Canary instructions',
  only_sources: true,
  refusal: 'Canary refusal',
  audience_id: null,
  is_on: true,
  hand_over: '{"kind": "email"}',
  keep_days: 30,
  visitor_questions: 20,
  member_questions: 50,
  day_tokens: 1000,
  month_tokens: 10_000,
  answer_tokens: 800,
  knowledge_at: then,
  revision: 1,
  created_at: then,
  updated_at: then,
})
const source = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  assistant_id: idOf(tenant, parent),
  kind: 'pages',
  title: 'Canary',
  design: '{"pages": {"url": "https://canary.example"}}',
  audience_id: null,
  sync_days: 7,
  state: 'ready',
  problem: 'Canary problem',
  documents: 1,
  passages: 1,
  synced_at: then,
  next_sync_at: then,
  revision: 1,
  created_at: then,
  updated_at: then,
})
const document = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  source_id: idOf(tenant, parent),
  name: `canary ${number}`,
  title: 'Canary',
  url: 'https://canary.example',
  digest: 'canary',
  state: 'ready',
  problem: 'Canary problem',
  passages: 1,
  fetched_at: then,
})
const passage = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  source_id: idOf(tenant, parent),
  document_id: idOf(tenant, parent),
  position: number,
  assistant_id: idOf(tenant, parent),
  language: 'en',
  title: 'Canary',
  body: 'Canary text',
})
const conversation = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  assistant_id: idOf(tenant, parent),
  auth_user_id: memberOf(tenant),
  proof_hash: null,
  title: 'Canary',
  handed_over_at: then,
  created_at: then,
  last_at: then,
})
const message = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  conversation_id: idOf(tenant, parent),
  auth_user_id: memberOf(tenant),
  question: 'Canary question',
  answer: 'Canary answer',
  state: 'failed',
  problem: 'model_down',
  citations: '[]',
  given: '[{"ref": "canary"}]',
  rating: -1,
  comment: 'Canary comment',
  model: 'canary',
  reserved: 0,
  tokens_in: 10,
  tokens_out: 20,
  cost: 30,
  took_ms: 40,
  created_at: then,
})
const testOf = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  assistant_id: idOf(tenant, parent),
  place: number,
  question: 'Canary question',
  must: 'cite',
  sources: '{}',
})
const run = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  assistant_id: idOf(tenant, parent),
  total: 1,
  passed: 0,
  knowledge_at: then,
  results: '[]',
  created_at: then,
})
const meter = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  scope: 'day',
  name: `canary ${number}`,
  questions: 1,
  reserved: 1,
  tokens_in: 1,
  tokens_out: 1,
  cost: 1,
  refused: 1,
  failed: 1,
  updated_at: then,
})
const provider = (tenant: string): Row => ({
  tenant_id: tenant,
  base_url: 'https://canary.example/v1',
  model: 'canary',
  key_sealed: 'canary-sealed',
  price_in: 1,
  price_out: 1,
  max_field: 'max_tokens',
  checked_at: then,
  updated_at: then,
})

/** The plan that all of it needs, and rows that the tables refer to. */
const insert = (table: string, row: Row) =>
  `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row)
    .map((value) =>
      value === null ? 'null' : `'${(value as string | number | boolean).toString().replaceAll("'", "''")}'`,
    )
    .join(', ')}) on conflict do nothing;`
const before = [tenantA, tenantB]
  .map(
    (tenant) => `
  update public.tenants set access_expires_at = '2100-01-01', subscription_tier = 'day_pass', day_pass_expires_at = '2100-01-01';
  insert into auth.users (pool_id, id, email) values ('${tenant}', '${memberOf(tenant)}', 'member@example.test') on conflict do nothing;
  ${insert('public.prompt_assistants', assistant(tenant, parent))}
  ${insert('public.prompt_sources', source(tenant, parent))}
  ${insert('public.prompt_documents', document(tenant, parent))}
  ${insert('public.prompt_conversations', conversation(tenant, parent))}`,
  )
  .join('')

interface Own {
  table: string
  row: (tenant: string, number: number) => Row
  /** Numbers of a row of both tenants, and of one that does not exist. */
  numbers?: [stored: number, spare: number]
  key?: string[]
  staff?: TableAccess['staff']
  computed?: string[]
  /** Columns that creators read; none: the table is closed to them. */
  reads?: string[]
  /** Columns of an insert, and values that they may change. */
  inserts?: string[]
  update?: Row
  deletes?: true
  /** Columns that visitors and members read, of which no audience opens a row here. */
  visitors?: string[]
  /** What the member of a row may do. */
  ofMember?: { reads: string[]; deletes?: true }
}

/** A table of the tenants A and B, whose creators and staff work with their own rows. */
function ofTenants(own: Own): TableAccess {
  const { table, row, numbers = [110, 190], key = ['tenant_id', 'id'], computed = [], reads, visitors } = own
  const [stored, spare] = numbers
  const rightsOn = (tenant: string, rows: string[]): Rights =>
    reads
      ? {
          select: { columns: reads, rows },
          ...(own.inserts && { insert: only(row(tenant, spare), ...own.inserts) }),
          ...(own.update && { update: { to: own.update, rows } }),
          ...(own.deletes && { delete: { rows } }),
        }
      : {}
  const refused: Rights = {
    ...rightsOn(tenantA, []),
    ...(own.inserts && { insertFails: 'refused' as const }),
  }
  const visitor: Rights = visitors ? { select: { columns: visitors, rows: [] } } : {}
  const member = (rows: string[]): Rights =>
    own.ofMember
      ? {
          select: { columns: own.ofMember.reads, rows },
          ...(own.ofMember.deletes && { delete: { rows } }),
        }
      : visitor
  const columns = [...Object.keys(row(tenantA, stored)), ...computed]
  return {
    table,
    key,
    columns,
    ...(computed.length > 0 && { computed }),
    before,
    rows: { "A's": row(tenantA, stored), "B's": row(tenantB, stored) },
    spare: row(tenantA, spare),
    ...(own.staff && { staff: own.staff }),
    rights: {
      'visitor of A': visitor,
      anon: visitor,
      'end user of A': member(["A's"]),
      'other end user of A': member([]),
      'new end user of A': member([]),
      'end user of B': member(["B's"]),
      'end user of B with the id of creator A': member([]),
      'creator A': rightsOn(tenantA, ["A's"]),
      'creator B': rightsOn(tenantB, ["B's"]),
      'new creator': refused,
      'creator with the id of an end user of A': refused,
    },
  }
}

const columnsOf = (row: Row, ...closed: string[]) => Object.keys(without(row, ...closed))
const ALL = ['anon', 'authenticated', 'end_user', 'service_role'] as const
const ASKING = ['anon', 'end_user', 'service_role'] as const
const assistantRow = assistant(tenantA, parent)
const content: { see: TenantRight; change: TenantRight } = { see: 'content', change: 'content' }

accessTests({
  unit: 'blocks/prompt',
  functions: {
    'app.prompt_config(text)': [...ALL],
    'app.prompt_words(text,text,text)': [...ALL],
    'app.valid_suggestions(text[])': [...ALL],
    'app.open_prompt_sources()': ['anon', 'end_user'],
    'app.prompt_state(uuid)': ['anon', 'end_user'],
    'app.mark_knowledge()': [],
    'app.prompt_most(uuid)': ['authenticated', 'service_role'],
    'app.prompt_most_passages(uuid)': ['service_role'],
    'app.refuse_prompt(text,text)': [],
    'app.check_prompt_assistant()': [],
    'app.limit_prompt_sources()': [],
    'app.keep_audience_of_prompt()': [],
    'app.keep_prompt_bucket_closed()': [],
    'app.reserve_prompt(uuid,uuid,uuid,text,integer,integer,text,text,jsonb)': ['service_role'],
    'app.settle_prompt(uuid,uuid,text,text,text,jsonb,integer,integer,bigint,integer)': ['service_role'],
    'app.settle_lost_prompts()': ['service_role'],
    'app.charge_deleted_prompt()': [],
    'app.word_likeness(text,text)': [...ASKING],
    'app.prompt_query(text,text)': [...ASKING],
    'app.prompt_beginnings(text,text)': [...ASKING],
    'app.rank_passages(text,text,text[],text[],boolean)': [...ASKING],
  },
  tables: [
    ofTenants({
      table: 'public.prompt_assistants',
      row: assistant,
      numbers: [parent, 190],
      staff: { see: 'see', change: 'content' },
      reads: columnsOf(assistantRow),
      inserts: columnsOf(assistantRow, 'id', 'knowledge_at', 'revision', 'created_at', 'updated_at'),
      update: {
        ...without(assistantRow, 'tenant_id', 'id', 'knowledge_at', 'created_at', 'updated_at'),
        name: 'Changed',
        revision: 2,
      },
      deletes: true,
    }),
    ofTenants({
      table: 'public.prompt_sources',
      row: source,
      numbers: [parent, 190],
      staff: content,
      reads: columnsOf(source(tenantA, parent)),
      deletes: true,
    }),
    ofTenants({
      table: 'public.prompt_documents',
      row: document,
      numbers: [parent, 190],
      staff: content,
      reads: columnsOf(document(tenantA, parent), 'digest'),
      visitors: ['tenant_id', 'id', 'source_id', 'title', 'url'],
    }),
    // No audience opens a source here: leaks.test.ts has those that are open.
    ofTenants({
      table: 'app.prompt_passages',
      row: passage,
      key: ['tenant_id', 'document_id', 'position'],
      computed: ['search'],
      visitors: [...columnsOf(passage(tenantA, parent)), 'search'],
    }),
    ofTenants({
      table: 'public.prompt_conversations',
      row: conversation,
      numbers: [parent, 190],
      staff: 'people',
      reads: columnsOf(conversation(tenantA, parent), 'proof_hash'),
      deletes: true,
      ofMember: {
        reads: columnsOf(conversation(tenantA, parent), 'proof_hash', 'handed_over_at'),
        deletes: true,
      },
    }),
    ofTenants({
      table: 'public.prompt_messages',
      row: message,
      staff: 'people',
      reads: columnsOf(message(tenantA, parent), 'given', 'reserved'),
      ofMember: {
        reads: columnsOf(
          message(tenantA, parent),
          'comment',
          'model',
          'reserved',
          'tokens_in',
          'tokens_out',
          'cost',
          'took_ms',
        ),
      },
    }),
    ofTenants({
      table: 'public.prompt_tests',
      row: testOf,
      staff: content,
      reads: columnsOf(testOf(tenantA, parent)),
      inserts: columnsOf(testOf(tenantA, parent), 'id'),
      deletes: true,
    }),
    ofTenants({
      table: 'public.prompt_test_runs',
      row: run,
      staff: content,
      reads: columnsOf(run(tenantA, parent)),
      inserts: columnsOf(run(tenantA, parent), 'id', 'created_at'),
    }),
    ofTenants({ table: 'app.prompt_meters', row: meter, key: ['tenant_id', 'scope', 'name'] }),
    {
      table: 'app.prompt_providers',
      key: ['tenant_id'],
      columns: Object.keys(provider(tenantA)),
      before,
      rows: { "B's": provider(tenantB) },
      spare: provider(tenantA),
      rights: {},
    },
  ],
})
