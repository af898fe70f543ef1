import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB, creatorA, creatorB, editorA } = world
const then = '2026-01-01T00:00:00Z'
const idOf = (tenant: string, number: number) => `${tenant.slice(0, 8)}-0000-7000-8000-0000000${number}00`

const before = `
  update public.tenants set access_expires_at = '2100-01-01', subscription_tier = 'day_pass', day_pass_expires_at = '2100-01-01';
  insert into public.data_tables (tenant_id, id, name, title) values
    ('${tenantA}', '${idOf(tenantA, 921)}', 'canary', 'Canary'), ('${tenantB}', '${idOf(tenantB, 921)}', 'canary', 'Canary') on conflict do nothing;`

const form = (tenant_id: string, number: number) => ({
  tenant_id,
  id: idOf(tenant_id, 930 + number),
  table_id: idOf(tenant_id, 921),
  title: 'Canary',
  design: JSON.stringify({ pages: [] }),
  settings: JSON.stringify({ text: 'Canary' }),
  audience_id: null,
  is_open: true,
  opens_at: null,
  closes_at: null,
  most: 10,
  per_person: null,
  submitted: 0,
  place: number,
  revision: 1,
  created_at: then,
  updated_at: then,
})
const view = (tenant_id: string, number: number) => ({
  tenant_id,
  id: idOf(tenant_id, 960 + number),
  table_id: idOf(tenant_id, 921),
  title: 'Canary',
  layout: 'list',
  design: JSON.stringify({ fields: [] }),
  place: number,
  revision: 1,
  created_at: then,
  updated_at: then,
})
const readsViews = (rows: string[]) => ({ select: { columns: Object.keys(view(tenantA, 1)), rows } })
const gridView = (tenant_id: string, number: number, owner_id: string | null) => ({
  tenant_id,
  id: idOf(tenant_id, 970 + number),
  table_id: idOf(tenant_id, 921),
  owner_id,
  name: 'Canary',
  design: JSON.stringify({ hidden: ['canary'] }),
  place: number,
  created_at: then,
  updated_at: then,
})
const { place: _place, ...shownOfGridView } = gridView(tenantA, 1, null)
const gridViewRights = (tenant_id: string, rows: string[], owner_id: string | null = null) => {
  const {
    place: _place2,
    created_at: _created,
    updated_at: _updated,
    ...insert
  } = gridView(tenant_id, 9, owner_id)
  return {
    select: { columns: Object.keys(shownOfGridView), rows },
    insert,
    ...(rows.length ? {} : { insertFails: 'refused' as const }),
    update: { to: { owner_id, name: 'Renamed', design: '{}' }, rows },
    delete: { rows },
  }
}
/** For the service only. */
const submission = (number: number) => ({
  tenant_id: tenantA,
  form_id: idOf(tenantA, 931),
  id: idOf(tenantA, 940 + number),
  record_id: idOf(tenantA, 950),
  sender: null,
  ticket: `\\x0${number}`,
  body: '\\x01',
  edit_hash: null,
  language: 'en',
  created_at: then,
})
const payment = (number: number) => ({
  tenant_id: tenantA,
  form_id: idOf(tenantA, 931),
  submission_id: idOf(tenantA, 942 + number),
  record_id: idOf(tenantA, 950),
  item_id: idOf(tenantA, 951),
  quantity: 1,
  answers: '{}',
  team_id: null,
  token_hash: `\\x0${number}`,
  state: 'awaiting',
  problem: null,
  order_id: null,
  created_at: then,
  settled_at: null,
  network: null,
})
const forms = { "A's": form(tenantA, 1), "B's": form(tenantB, 1) }
const columns = Object.keys(forms["A's"])
/** No role writes forms: the server checks designs. */
const reads = (rows: string[]) => ({ select: { columns, rows } })

accessTests({
  unit: 'blocks/database',
  functions: {
    'app.place_data_form()': [],
    'app.open_form(uuid)': ['anon', 'end_user'],
    'app.keep_audience_of_form()': [],
    'app.place_data_view()': [],
    'app.open_list(uuid)': ['anon', 'end_user'],
    'app.place_grid_view()': [],
    'app.grid_view_account_deleted()': [],
    'app.form_payment_wait()': ['service_role'],
    'app.form_payment_order(uuid,uuid)': ['service_role'],
    'app.is_form_money(text,text,text,text)': ['service_role'],
    'app.form_payment_has_money(uuid,uuid)': ['service_role'],
    'app.forget_unpaid(integer)': ['service_role'],
    'app.form_payment_is_open(uuid,uuid,timestamp with time zone)': ['service_role'],
    'app.free_place_of_entry()': [],
    'app.release_held_files()': [],
    'app.erase_form_payments(uuid,uuid,text)': [],
    'app.form_payments_of_person(uuid,uuid,text)': [],
  },
  tables: [
    {
      table: 'public.data_forms',
      staff: 'content',
      key: ['tenant_id', 'id'],
      columns,
      before,
      rows: forms,
      spare: form(tenantA, 2),
      rights: {
        'creator A': reads(["A's"]),
        'creator B': reads(["B's"]),
        'new creator': reads([]),
        'creator with the id of an end user of A': reads([]),
      },
    },
    {
      table: 'public.data_views',
      staff: 'content',
      key: ['tenant_id', 'id'],
      columns: Object.keys(view(tenantA, 1)),
      before,
      rows: { "A's": view(tenantA, 1), "B's": view(tenantB, 1) },
      spare: view(tenantA, 2),
      rights: {
        'creator A': readsViews(["A's"]),
        'creator B': readsViews(["B's"]),
        'new creator': readsViews([]),
        'creator with the id of an end user of A': readsViews([]),
      },
    },
    {
      table: 'public.grid_views',
      staff: 'content',
      key: ['tenant_id', 'id'],
      columns: Object.keys(gridView(tenantA, 1, null)),
      before,
      rows: {
        shared: gridView(tenantA, 1, null),
        "A's own": gridView(tenantA, 2, creatorA),
        "editor's own": gridView(tenantA, 3, editorA),
        "B's": gridView(tenantB, 1, creatorB),
      },
      spare: gridView(tenantA, 4, null),
      rights: {
        'creator A': gridViewRights(tenantA, ['shared', "A's own"]),
        'admin of A': gridViewRights(tenantA, ['shared']),
        'editor of A': gridViewRights(tenantA, ['shared', "editor's own"], editorA),
        'creator B': gridViewRights(tenantB, ["B's"]),
        'new creator': gridViewRights(tenantA, []),
        'creator with the id of an end user of A': gridViewRights(tenantA, []),
      },
      attempts: [
        {
          as: 'creator A',
          does: "adds a view to B's table: refused",
          sql: `insert into public.grid_views (tenant_id, table_id, name, design)
            values ('${tenantB}', '${idOf(tenantB, 921)}', 'Mine', '{}')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: "adds a view of B's table to their own tenant: there is no such table",
          sql: `insert into public.grid_views (tenant_id, table_id, name, design)
            values ('${tenantA}', '${idOf(tenantB, 921)}', 'Mine', '{}')`,
          outcome: { fails: '23503' },
        },
        {
          as: 'editor of A',
          does: 'gives a view to someone else: refused',
          sql: `update public.grid_views set owner_id = '${creatorA}' where owner_id is null`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'adds views beyond 200 to a table: the limit',
          sql: `insert into public.grid_views (tenant_id, table_id, name, design)
            select '${tenantA}', '${idOf(tenantA, 921)}', 'Many', '{}' from generate_series(1, 201)`,
          outcome: { fails: '23514' },
        },
      ],
    },
    {
      table: 'app.form_submissions',
      key: ['tenant_id', 'form_id', 'id'],
      columns: Object.keys(submission(1)),
      before: `insert into public.data_forms (tenant_id, id, table_id, title, design, place)
        values ('${tenantA}', '${idOf(tenantA, 931)}', '${idOf(tenantA, 921)}', 'Canary', '{"pages": []}', 1) on conflict do nothing`,
      rows: { "A's": submission(1), 'to be paid': submission(3), 'also to be paid': submission(4) },
      spare: submission(2),
      rights: {},
    },
    {
      table: 'app.form_payments',
      key: ['tenant_id', 'form_id', 'submission_id'],
      columns: Object.keys(payment(1)),
      before: `insert into public.data_forms (tenant_id, id, table_id, title, design, place)
        values ('${tenantA}', '${idOf(tenantA, 931)}', '${idOf(tenantA, 921)}', 'Canary', '{"pages": []}', 1) on conflict do nothing`,
      rows: { "A's": payment(1) },
      spare: payment(2),
      rights: {},
    },
  ],
})
