import type { TenantRight } from '#kernel/browser/staff-rights.ts'

/** Cases of this block's endpoints for server/foreign-tenant.test.ts. */
const ID = '00000000-0000-7000-8000-000000000000'
const PERIOD = { from: '2026-11-01', to: '2026-11-02', zone: 'UTC' }
const GOAL = { kind: 'view', match: '/' }
const SETTINGS = { collection: 'on', raw_days: 30, own_networks: [], public_figures: [] }

export const takesTenant: Record<string, [right: TenantRight, input: object]> = {
  'GET /analytics/:tenantId/figures': ['see', PERIOD],
  'GET /analytics/:tenantId/list': ['see', { ...PERIOD, dimension: 'page' }],
  'GET /analytics/:tenantId/export': ['see', { ...PERIOD, dimension: 'page' }],
  'GET /analytics/:tenantId/sources': ['orders', PERIOD],
  'GET /analytics/:tenantId/live': ['see', {}],
  'GET /analytics/:tenantId/goals': ['see', PERIOD],
  'POST /analytics/:tenantId/goals': ['content', { name: 'Goal', goal: GOAL }],
  'DELETE /analytics/:tenantId/goals/:id': ['content', { id: ID }],
  'GET /analytics/:tenantId/funnels': ['see', PERIOD],
  'POST /analytics/:tenantId/funnels': ['content', { name: 'Funnel', steps: [GOAL, GOAL] }],
  'DELETE /analytics/:tenantId/funnels/:id': ['content', { id: ID }],
  'GET /analytics/:tenantId/retention': ['see', PERIOD],
  'GET /analytics/:tenantId/journeys': ['see', PERIOD],
  'GET /analytics/:tenantId/vitals': ['see', PERIOD],
  'GET /analytics/:tenantId/settings': ['see', {}],
  'PUT /analytics/:tenantId/settings': ['settings', SETTINGS],
  'POST /analytics/:tenantId/notes': ['content', { day: '2026-11-01', text: 'Note' }],
  'DELETE /analytics/:tenantId/notes/:id': ['content', { id: ID }],
  'POST /analytics/:tenantId/share': ['settings', {}],
  'DELETE /analytics/:tenantId/share': ['settings', {}],
}

/** The public key, or the token of a share link, names the tenant. */
export const takesNeither: string[] = [
  'POST /analytics-events',
  'GET /analytics-figures',
  'GET /analytics-shared',
]
