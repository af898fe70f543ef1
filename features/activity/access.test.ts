import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB } = world
const columns = ['tenant_id', 'kind', 'dismissed_at']
const dismissed = (tenant_id: string, kind: string) => ({
  tenant_id,
  kind,
  dismissed_at: '2026-01-01T00:00:00Z',
})
const newRow = (tenant_id: string) => ({ tenant_id, kind: 'live-sale' })
const owner = (tenant_id: string, row: string) => ({
  select: { columns, rows: [row] },
  insert: newRow(tenant_id),
})

accessTests({
  unit: 'features/activity',
  functions: {
    'app.latest_sign_ups(uuid,integer)': ['authenticated'],
    'app.first_sign_up(uuid)': ['authenticated'],
  },
  tables: [
    {
      table: 'public.dismissed_moments',
      staff: 'see',
      key: ['tenant_id', 'kind'],
      columns,
      rows: { "A's": dismissed(tenantA, 'sign-up'), "B's": dismissed(tenantB, 'sign-up') },
      spare: dismissed(tenantA, 'test-order'),
      rights: {
        'creator A': owner(tenantA, "A's"),
        'creator B': owner(tenantB, "B's"),
        'new creator': { select: { columns, rows: [] }, insert: newRow(tenantA), insertFails: 'refused' },
        'creator with the id of an end user of A': {
          select: { columns, rows: [] },
          insert: newRow(tenantA),
          insertFails: 'refused',
        },
      },
      attempts: [
        {
          as: 'creator A',
          does: "dismisses a moment of B's tenant: refused",
          sql: `insert into public.dismissed_moments (tenant_id, kind) values ('${tenantB}', 'live-sale')`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          does: 'dismisses what another device has dismissed: nothing changes',
          sql: `insert into public.dismissed_moments (tenant_id, kind) values ('${tenantA}', 'sign-up')
                on conflict do nothing`,
          outcome: { touches: [] },
        },
      ],
    },
  ],
})
