import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { creatorA, creatorB } = world
const row = (user_id: string, number: number) => ({
  user_id,
  id: `${user_id.slice(0, 8)}-0000-7000-8000-00000000061${number}`,
  url: 'https://canary.example/',
  checked_at: '2026-01-01T00:00:00Z',
  passed: 1,
  total: 2,
  report: { canary: 'canary' },
})

const own = (rows: string[]) => ({
  select: { columns: Object.keys(row(creatorA, 1)), rows },
  delete: { rows },
})

accessTests({
  unit: 'features/trust-check',
  tables: [
    {
      table: 'app.trust_checks',
      key: ['user_id', 'id'],
      columns: Object.keys(row(creatorA, 1)),
      rows: { "A's": row(creatorA, 1), "B's": row(creatorB, 1) },
      spare: row(creatorA, 2),
      rights: {
        'creator A': own(["A's"]),
        'creator B': own(["B's"]),
        'new creator': own([]),
        'creator with the id of an end user of A': own([]),
      },
    },
  ],
})
