import type { TenantRight } from '#kernel/browser/staff-rights.ts'

/** Cases of this block's endpoints for server/foreign-tenant.test.ts. */
const ID = '00000000-0000-7000-8000-000000000000'
/** Valid, with nothing for sale. */
const EVENT = {
  title: 'Supper',
  summary: null,
  place: null,
  zone: 'UTC',
  starts_at: '2031-03-14T17:00:00Z',
  ends_at: '2031-03-14T20:00:00Z',
  currency: 'eur',
  audience_id: null,
  cancel_until: null,
  refund_percent: 100,
  online_url: null,
  recording_url: null,
  quotas: [],
  types: [],
}
const MESSAGE = { subject: 'Hello', body: 'Bring boots.', types: [] }
const scans = [{ id: ID, code: 'X' }]

export const takesTenant: Record<string, [right: TenantRight, input: object]> = {
  'GET /tickets/:tenantId/events/:eventId/preview': ['content', { eventId: ID }],
  'POST /tickets/:tenantId/events': ['content', { event: EVENT }],
  'POST /tickets/:tenantId/events/:eventId/cancel': ['orders', { eventId: ID }],
  'GET /tickets/:tenantId/events/:eventId/refunds': ['orders', { eventId: ID }],
  'POST /tickets/:tenantId/events/:eventId/repeat': ['content', { eventId: ID, seriesId: ID, days: [7] }],
  'GET /tickets/:tenantId/events/:eventId/figures': ['orders', { eventId: ID, days: '30' }],
  'POST /tickets/:tenantId/events/:eventId/messages/preview': ['people', { eventId: ID, ...MESSAGE }],
  'POST /tickets/:tenantId/events/:eventId/messages': [
    'people',
    { eventId: ID, id: ID, recipients: 1, ...MESSAGE },
  ],
  'POST /tickets/:tenantId/types/:typeId/give': [
    'people',
    { typeId: ID, holders: [{ email: 'ann@example.test' }] },
  ],
  'POST /tickets/:tenantId/tickets/:ticketId/cancel': ['orders', { ticketId: ID }],
  'POST /check-in/:tenantId/lists/:listId/devices': ['door', { listId: ID, name: 'Gate' }],
  'POST /check-in/:tenantId/devices/:deviceId/revoke': ['door', { deviceId: ID }],
  'POST /check-in/:tenantId/lists/:listId/scan': ['door', { listId: ID, scans }],
  'GET /check-in/:tenantId/lists/:listId/sheet': ['door', { listId: ID }],
  'POST /check-in/:tenantId/lists/:listId/undo': ['door', { listId: ID, scan: ID }],
}

/** Another tenant's events, carts, tickets and devices are not found: holding.test.ts, holders.test.ts, door.test.ts. */
export const takesNeither: string[] = [
  'GET /ticket-events/:event',
  'GET /ticket-events',
  'POST /ticket-events/:event/hold',
  'POST /ticket-cart',
  'POST /ticket-cart/own',
  'POST /ticket-cart/release',
  'POST /ticket-cart/buy',
  'POST /my-tickets',
  'POST /my-tickets/events/:event/pdf',
  'POST /my-tickets/events/:event/calendar',
  'PUT /my-tickets/:ticket',
  'POST /my-tickets/:ticket/pass',
  'POST /my-tickets/:ticket/transfer',
  'POST /my-tickets/:ticket/cancel',
  'POST /ticket-waits',
  'POST /door/pair',
  'POST /door/scan',
  'POST /door/sheet',
  'POST /door/undo',
]
