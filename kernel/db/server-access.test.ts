import { accessTests } from '#testing/access-matrix.ts'

// What the server writes for itself.
accessTests({
  unit: 'kernel/db (server)',
  tables: [
    {
      table: 'app.rate_limits',
      key: ['key'],
      columns: ['key', 'points', 'expire'],
      rows: { counter: { key: 'canary:1', points: 3, expire: 4102444800000 } },
      spare: { key: 'canary:2', points: 1, expire: 4102444800000 },
      rights: {},
    },
    {
      table: 'app.visitor_salts',
      key: ['day'],
      columns: ['day', 'salt'],
      rows: { 'a day': { day: '2026-01-01', salt: `\\x${'aa'.repeat(32)}` } },
      spare: { day: '2026-01-02', salt: `\\x${'bb'.repeat(32)}` },
      rights: {},
    },
    {
      table: 'app.instance_secrets',
      key: ['name'],
      columns: ['name', 'value_sealed', 'created_at', 'updated_at'],
      rows: {
        check: {
          name: 'app_login',
          value_sealed: 's1.canary',
          created_at: '2026-01-01T00:00:00Z',
          updated_at: '2026-01-01T00:00:00Z',
        },
      },
      spare: {
        name: 'another',
        value_sealed: 's1.spare',
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
      },
      rights: {
        service: {
          select: { columns: ['name', 'value_sealed', 'created_at', 'updated_at'], rows: ['check'] },
        },
      },
    },
    {
      table: 'app.migrations',
      key: ['name'],
      columns: ['name', 'checksum', 'ran_at'],
      before: 'delete from app.migrations',
      rows: { ran: { name: '202601010000_canary', checksum: 'aa', ran_at: '2026-01-01T00:00:00Z' } },
      spare: { name: '202601010001_next', checksum: 'bb', ran_at: '2026-01-01T00:00:00Z' },
      rights: { service: { select: { columns: ['name', 'checksum', 'ran_at'], rows: ['ran'] } } },
    },
  ],
})
