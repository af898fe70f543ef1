import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { creatorA, creatorB, newCreator, endUserA } = world
const blockOfA = 'aaaaaaaa-0000-7000-8000-0000000000b1'

const columns = ['id', 'user_id', 'title', 'data', 'created_at', 'updated_at']
const block = (id: string, user_id: string) => ({
  id,
  user_id,
  title: 'Canary block',
  data: { type: 'text', required_plan: 'pro', content: 'canary' },
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
})
const own = (user_id: string, rows: string[]) => ({
  select: { columns, rows },
  insert: { user_id, title: 'New', data: { type: 'text' } },
  update: { to: { title: 'Renamed', data: { type: 'pricing' }, updated_at: '2026-02-02T00:00:00Z' }, rows },
  delete: { rows },
})

/** Has neither a plan nor a day pass, so the paid section is closed. */
const shut = (user_id: string) => ({
  ...own(user_id, []),
  insertFails: 'refused' as const,
})

accessTests({
  unit: 'features/my-blocks',
  functions: {
    'app.open_block(uuid)': ['anon', 'end_user'],
    'app.required_plan(jsonb)': [],
    'app.block_for(uuid,uuid,uuid,jsonb)': [],
    'app.rename_role_in_blocks()': [],
    'app.keep_role_of_block()': [],
  },
  tables: [
    {
      table: 'public.bolt_blocks',
      key: ['id'],
      shape: ['S3-020'],
      columns,
      rows: {
        "A's": block(blockOfA, creatorA),
        "B's": block('bbbbbbbb-0000-7000-8000-0000000000b1', creatorB),
      },
      spare: block('cccccccc-0000-7000-8000-0000000000b1', newCreator),
      rights: {
        'creator A': { cites: ['C04'], ...own(creatorA, ["A's"]) },
        'creator B': { cites: ['C04'], ...own(creatorB, ["B's"]) },
        'new creator': { cites: ['B16'], ...shut(newCreator) },
        'creator with the id of an end user of A': shut(endUserA),
      },
      attempts: [
        {
          as: 'new creator',
          cites: ['S6-009', 'S6-010'],
          does: 'makes a block once the Free plan is theirs',
          given: `insert into public.bolt_subscriptions (user_id, plan_id, status) values ('${newCreator}', 'free', 'active')`,
          sql: `insert into public.bolt_blocks (user_id, title) values ('${newCreator}', 'Mine')`,
          outcome: { inserts: 1 },
        },
        {
          as: 'creator A',
          cites: ['S6-009', 'S6-010', 'B18'],
          does: 'sees none of their own when the day pass has ended',
          given: `update public.tenants set access_expires_at = now() - interval '1 second' where owner_user_id = '${creatorA}'`,
          sql: `select id as key from public.bolt_blocks`,
          outcome: { sees: [] },
        },
        {
          as: 'creator B',
          cites: ['C04'],
          does: "reads A's block by its id: nothing",
          sql: `select id as key from public.bolt_blocks where id = '${blockOfA}'`,
          outcome: { sees: [] },
        },
        {
          as: 'creator B',
          cites: ['C04'],
          does: "changes A's block by its id: nothing happens",
          sql: `update public.bolt_blocks set title = 'Taken' where id = '${blockOfA}'`,
          outcome: { touches: [] },
        },
        {
          as: 'creator B',
          cites: ['C04'],
          does: "deletes A's block by its id: nothing happens",
          sql: `delete from public.bolt_blocks where id = '${blockOfA}'`,
          outcome: { touches: [] },
        },
        {
          as: 'creator B',
          does: "adds a block in A's name: refused",
          sql: `insert into public.bolt_blocks (user_id, title) values ('${creatorA}', 'Planted')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'stores no data that is not an object',
          sql: `update public.bolt_blocks set data = '[]'`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          cites: ['S5-052'],
          does: 'stores no plan but free, pro and business as what a block asks for',
          sql: `update public.bolt_blocks set data = '{"required_plan":"gold"}'`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          does: 'stores nothing but yes and no as whether visitors sign in',
          sql: `update public.bolt_blocks set data = '{"requires_auth":"no"}'`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          does: 'stores data of 32 levels',
          sql: `update public.bolt_blocks set data = (repeat('{"a":', 32) || '1' || repeat('}', 32))::jsonb`,
          outcome: { touches: ["A's"] },
        },
        {
          as: 'creator A',
          does: 'stores no data of 33 levels, in lists neither',
          sql: `update public.bolt_blocks set data = ('{"a":' || repeat('[', 32) || '1' || repeat(']', 32) || '}')::jsonb`,
          outcome: { fails: '23514' },
        },
        {
          as: 'creator A',
          does: 'stores no data of more than 256 KiB',
          sql: `update public.bolt_blocks set data = jsonb_build_object('a', repeat('x', 300000))`,
          outcome: { fails: '23514' },
        },
      ],
    },
  ],
})
