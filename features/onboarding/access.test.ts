import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { creatorA, creatorB, newCreator, endUserA, noTenant } = world

const columns = [
  'user_id',
  'display_name',
  'company',
  'role',
  'industry',
  'onboarding_complete',
  'updated_at',
]
const profile = (user_id: string) => ({
  user_id,
  display_name: 'Canary Name',
  company: 'Canary Works',
  role: 'founder',
  industry: 'technology',
  onboarding_complete: true,
  updated_at: '2026-01-01T00:00:00Z',
})
const own = (id: string, rows: string[]) => ({
  select: { columns, rows },
  insert: profile(id),
  ...(rows.length && { insertFails: '23505' }),
  update: { to: profile(id), rows },
})

accessTests({
  unit: 'features/onboarding',
  tables: [
    {
      table: 'public.bolt_profiles',
      key: ['user_id'],
      shape: ['S3-016'],
      columns,
      rows: { "A's": profile(creatorA), "B's": profile(creatorB) },
      spare: profile(noTenant),
      rights: {
        'creator A': { cites: ['S7-022', 'S7-023'], ...own(creatorA, ["A's"]) },
        'creator B': own(creatorB, ["B's"]),
        'new creator': own(newCreator, []),
        'creator with the id of an end user of A': own(endUserA, []),
      },
      attempts: [
        {
          as: 'new creator',
          cites: ['S7-023'],
          does: "writes a profile for A's id: refused, without a conflict that would reveal A's profile",
          sql: `insert into public.bolt_profiles (user_id) values ('${creatorA}')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          cites: ['S7-023'],
          does: 'upserts their own row: it stays the same row',
          sql: `insert into public.bolt_profiles (user_id, company) values ('${creatorA}', 'New')
                on conflict (user_id) do update set user_id = excluded.user_id, company = excluded.company`,
          outcome: { touches: ["A's"], becomes: { "A's": { company: 'New' } } },
        },
        {
          as: 'creator B',
          does: "assigns the profile to another user's id: refused",
          sql: `update public.bolt_profiles set user_id = '${newCreator}'`,
          outcome: 'refused',
        },
      ],
    },
  ],
})
