import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import { accessTests } from '#testing/access-matrix.ts'
import { emailOf, world } from '#testing/access/world.ts'

const { tenantA, tenantB, newCreator, endUserA, otherEndUserA, newEndUserA } = world
const itemOfA = 'aaaaaaaa-0000-7000-8000-000000000011'

const columns = [
  'tenant_id',
  'id',
  'name',
  'description',
  'price_cents',
  'currency',
  'active',
  'interval',
  'per_seat',
  'available',
  'created_at',
]
/** Only the owner sees the stock, how much of it open checkouts reserve, and the rules. */
const all = [
  ...columns,
  'stock',
  'held',
  'audience_id',
  'hidden_from_others',
  'member_audience_id',
  'member_price_cents',
]
/** End user A by name, other end user A (banned) by name, and those with a role, which end user A lost a second ago. */
const [audienceOfA, roleAudience] = [
  'aaaaaaaa-0000-7000-8000-0000000000f1',
  'aaaaaaaa-0000-7000-8000-0000000000f2',
]
const audienceOfB = 'bbbbbbbb-0000-7000-8000-0000000000f1'
const members = `
  insert into auth.users (pool_id, id, email) values
    ('${tenantA}', '${endUserA}', 'a@example.test'),
    ('${tenantA}', '${otherEndUserA}', 'b@example.test'),
    ('${tenantA}', '${newEndUserA}', 'c@example.test')
    on conflict do nothing;
  update auth.users set banned_until = '2100-01-01' where id = '${otherEndUserA}';
  insert into public.roles (tenant_id, name, place) values ('${tenantA}', 'Insider', 20);
  insert into public.role_members (tenant_id, auth_user_id, role) values
    ('${tenantA}', '${newEndUserA}', 'Insider'), ('${tenantA}', '${endUserA}', 'Insider');
  delete from public.role_members where auth_user_id = '${endUserA}' and role = 'Insider';
  insert into public.audiences (tenant_id, id, name, rule) values
    ('${tenantA}', '${audienceOfA}', 'By name', '{"any":[{"kind":"people","ids":["${endUserA}","${otherEndUserA}"]}]}'),
    ('${tenantA}', '${roleAudience}', 'By role', '{"any":[{"kind":"role","role":"Insider"},
      {"kind":"signed_in","until":"2026-01-01T00:00:00Z"}]}'),
    ('${tenantB}', '${audienceOfB}', 'Of B', '{"any":[]}');`
const item = (tenant_id: string, id: string, active: boolean) => ({
  tenant_id,
  id,
  name: 'Canary',
  description: 'Canary text',
  price_cents: 1000,
  currency: 'eur',
  active,
  interval: 'month',
  per_seat: true,
  stock: 5,
  held: 0,
  audience_id: tenant_id === tenantA ? audienceOfA : audienceOfB,
  hidden_from_others: false,
  member_audience_id: tenant_id === tenantA ? roleAudience : audienceOfB,
  member_price_cents: 700,
  created_at: '2026-01-01T00:00:00Z',
})
const hidden = (tenant_id: string, id: string, audience_id: string) => ({
  ...item(tenant_id, id, true),
  audience_id,
  hidden_from_others: true,
})
const sees = (rows: string[]) => ({ select: { columns, rows } })
const owns = (rows: string[]) => ({ select: { columns: all, rows } })

/** An inactive product of B's that has no picture. */
const withoutPicture = 'bbbbbbbb-0000-7000-8000-000000000014'
const pictureColumns = ['tenant_id', 'item_id', 'hash', 'bytes', 'width', 'height']
const picture = (tenant_id: string, item_id: string) => ({
  tenant_id,
  item_id,
  hash: '0123456789abcdef0123456789abcdef',
  bytes: '\\x52494646',
  width: 960,
  height: 720,
})
const seesPictures = (rows: string[]) => ({ select: { columns: pictureColumns, rows } })

const editable = (tenant_id: string) => ({
  name: 'New',
  description: 'Text',
  price_cents: 2500,
  currency: 'usd',
  active: false,
  interval: 'year',
  per_seat: true,
  stock: 3,
  audience_id: null,
  hidden_from_others: true,
  member_audience_id: tenant_id === tenantA ? audienceOfA : audienceOfB,
  member_price_cents: 600,
})
const owning = (tenant_id: string, rows: string[]) => ({
  ...owns(rows),
  insert: { tenant_id, ...editable(tenant_id) },
  update: { to: editable(tenant_id), rows },
  delete: { rows },
})
/** A creator without tenants may try, but there is nothing to write to. */
const owningNothing = { ...owns([]), update: { to: editable(tenantA), rows: [] }, delete: { rows: [] } }
const add = (tenantId: string) =>
  `insert into public.items (tenant_id, name, price_cents) values ('${tenantId}', 'X', 100)`

accessTests({
  unit: 'blocks/pay',
  functions: {
    'app.add_default_item()': [],
    'app.count_held()': [],
    'app.hold_stock()': [],
    'app.settle_stock()': [],
    'app.hold_orders()': [],
    'app.set_item_picture(uuid,text,bytea,integer,integer)': ['authenticated'],
    'app.keep_audience_of_item()': [],
    'app.ways_to_item(uuid,uuid)': [],
    'app.offers(uuid,uuid,uuid)': ['service_role'],
    'app.offers_for(uuid,uuid[],uuid)': ['service_role'],
    'app.my_offers()': ['anon', 'end_user'],
    'app.my_offer(uuid)': ['anon', 'end_user'],
    'app.item_picture(uuid,uuid,text)': ['anon'],
  },
  tables: [
    {
      table: 'public.items',
      staff: { see: 'see', change: 'content' },
      key: ['tenant_id', 'id'],
      shape: ['S3-010'],
      columns: all,
      computed: ['available'],
      // The default products of the two tenants.
      before: `delete from public.items; ${members}`,
      rows: {
        "A's": item(tenantA, itemOfA, true),
        "A's inactive": item(tenantA, 'aaaaaaaa-0000-7000-8000-000000000012', false),
        "A's hidden": hidden(tenantA, 'aaaaaaaa-0000-7000-8000-000000000015', audienceOfA),
        "A's for a role": hidden(tenantA, 'aaaaaaaa-0000-7000-8000-000000000016', roleAudience),
        "B's hidden": hidden(tenantB, 'bbbbbbbb-0000-7000-8000-000000000015', audienceOfB),
        "B's": item(tenantB, 'bbbbbbbb-0000-7000-8000-000000000011', true),
        "B's inactive": item(tenantB, 'bbbbbbbb-0000-7000-8000-000000000012', false),
        "B's without a picture": item(tenantB, withoutPicture, false),
      },
      spare: item(tenantA, 'aaaaaaaa-0000-7000-8000-000000000013', true),
      rights: {
        anon: {
          select: {
            columns,
            rows: [],
            asking: [
              { eq: { tenant_id: tenantA }, rows: ["A's"] },
              { eq: { tenant_id: tenantA, active: 'false' }, rows: ["A's"] },
              { eq: { id: itemOfA }, rows: [] },
              { eq: { active: 'true' }, rows: [] },
            ],
          },
        },
        'visitor of A': {
          cites: ['S7-017'],
          select: { columns, rows: ["A's"], asking: [{ eq: { tenant_id: tenantB }, rows: ["A's"] }] },
        },
        'end user of A': { cites: ['C08'], ...sees(["A's", "A's hidden"]) }, // lost the role a second ago
        'other end user of A': sees(["A's"]), // banned
        'new end user of A': sees(["A's", "A's for a role"]),
        'end user of B': sees(["B's"]), // no account, although the token says so
        'end user of B with the id of creator A': sees(["B's"]),
        'creator A': {
          cites: ['S7-018', 'S7-019'],
          ...owning(tenantA, ["A's", "A's inactive", "A's hidden", "A's for a role"]),
        },
        'creator B': owning(tenantB, ["B's", "B's inactive", "B's without a picture", "B's hidden"]),
        'new creator': {
          ...owningNothing,
          insert: { tenant_id: tenantA, ...editable(tenantA) },
          insertFails: 'refused',
        },
        'creator with the id of an end user of A': {
          ...owningNothing,
          insert: { tenant_id: tenantA, ...editable(tenantA) },
          insertFails: 'refused',
        },
      },
      attempts: [
        {
          as: 'creator B',
          cites: ['C03'],
          does: "adds a product to A's tenant: refused",
          sql: add(tenantA),
          outcome: 'refused',
        },
        {
          as: 'creator B',
          cites: ['C03', 'C06'],
          does: 'adds a product to a tenant that does not exist: refused in the same way',
          sql: add(world.noTenant),
          outcome: 'refused',
        },
        {
          as: 'creator B',
          cites: ['C02', 'S7-018'],
          does: "changes A's product by its id: nothing happens",
          sql: `update public.items set active = false where id = '${itemOfA}'`,
          outcome: { touches: [] },
        },
        {
          as: 'creator B',
          cites: ['C02', 'S7-019'],
          does: "deletes A's product by its id: nothing happens",
          sql: `delete from public.items where id = '${itemOfA}'`,
          outcome: { touches: [] },
        },
        {
          as: 'creator A',
          cites: ['H10'],
          does: 'stores no price below zero',
          sql: `update public.items set price_cents = -1`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          cites: ['S3-011'],
          does: 'stores no currency in upper case',
          sql: `update public.items set currency = 'EUR'`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          does: 'stores no currency with special rules',
          sql: `update public.items set currency = 'isk'`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          does: 'stores no price that a card cannot pay',
          sql: `update public.items set currency = 'kwd', price_cents = 1235`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          cites: ['peers M8'],
          does: "gives a product no audience of B's",
          sql: `update public.items set audience_id = '${audienceOfB}'`,
          outcome: { fails: '23503' },
        },
        {
          as: 'creator A',
          cites: ['peers M8'],
          does: 'stores no members’ price that is not less than the price',
          sql: `update public.items set member_price_cents = price_cents`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          does: 'stores no stock below zero',
          sql: `update public.items set stock = -1`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          does: 'does not reveal how much open checkouts reserve',
          sql: `update public.items set held = 0`,
          outcome: 'denied',
        },
        {
          as: 'creator A',
          does: 'stores no invalid billing interval',
          sql: `update public.items set interval = 'day'`,
          outcome: { fails: '23514' },
        },
        {
          as: 'new creator',
          cites: ['S7-015'],
          does: 'creates a tenant: its default product exists',
          given: `insert into auth.users (pool_id, id, email) values ('${PLATFORM_POOL}', '${newCreator}', '${emailOf(newCreator)}')`,
          sql: `select public.create_tenant_autoprovision('Third')`,
          outcome: { inserts: 1 },
        },
      ],
    },
    {
      table: 'public.item_pictures',
      staff: 'see',
      key: ['tenant_id', 'item_id'],
      columns: pictureColumns,
      rows: {
        "A's": picture(tenantA, itemOfA),
        "A's inactive": picture(tenantA, 'aaaaaaaa-0000-7000-8000-000000000012'),
        "B's": picture(tenantB, 'bbbbbbbb-0000-7000-8000-000000000011'),
        "B's inactive": picture(tenantB, 'bbbbbbbb-0000-7000-8000-000000000012'),
      },
      spare: picture(tenantB, withoutPicture),
      rights: {
        anon: {
          select: {
            columns: pictureColumns,
            rows: [],
            asking: [
              { eq: { tenant_id: tenantA }, rows: ["A's"] },
              { eq: { item_id: itemOfA }, rows: [] },
            ],
          },
        },
        'visitor of A': {
          select: {
            columns: pictureColumns,
            rows: ["A's"],
            asking: [{ eq: { tenant_id: tenantB }, rows: ["A's"] }],
          },
        },
        'end user of A': seesPictures(["A's"]),
        'other end user of A': seesPictures(["A's"]),
        'new end user of A': seesPictures(["A's"]),
        'end user of B': seesPictures(["B's"]),
        'end user of B with the id of creator A': seesPictures(["B's"]),
        'creator A': seesPictures(["A's", "A's inactive"]),
        'creator B': seesPictures(["B's", "B's inactive"]),
        'new creator': seesPictures([]),
        'creator with the id of an end user of A': seesPictures([]),
      },
      attempts: [
        {
          as: 'creator B',
          cites: ['C02'],
          does: "sets the picture of A's product by its id: nothing happens",
          sql: `select app.set_item_picture('${itemOfA}', 'ffffffffffffffffffffffffffffffff', '\\x01', 1, 1)`,
          outcome: { touches: [] },
        },
        {
          as: 'creator B',
          cites: ['C02'],
          does: "removes the picture of A's product by its id: nothing happens",
          sql: `select app.set_item_picture('${itemOfA}', null, null, null, null)`,
          outcome: { touches: [] },
        },
        {
          as: 'creator A',
          does: 'removes the picture of an own product',
          sql: `select app.set_item_picture('${itemOfA}', null, null, null, null)`,
          outcome: { touches: ["A's"] },
        },
        {
          as: 'creator A',
          does: 'stores no picture that is too large',
          sql: `select app.set_item_picture('${itemOfA}', 'ffffffffffffffffffffffffffffffff',
            convert_to(repeat('x', 300001), 'utf8'), 1, 1)`,
          outcome: { fails: '23514' },
        },
      ],
    },
  ],
})
