import type { TenantRight } from '#kernel/browser/staff-rights.ts'

/** Cases of this block's endpoints for server/foreign-tenant.test.ts. */
const ID = '00000000-0000-7000-8000-000000000000'
const ITEM = {
  title: 'Bread',
  summary: null,
  teaser: null,
  cover: null,
  tags: [],
  published_at: null,
  audience: null,
  is_teaser: false,
  is_listed: true,
  counts_from: 'start',
  body: {},
}

export const takesTenant: Record<string, [right: TenantRight, input: object]> = {
  'GET /library/:tenantId/items': ['content', {}],
  'GET /library/:tenantId/items/:itemId': ['content', { itemId: ID }],
  'POST /library/:tenantId/items': ['content', { kind: 'course', item: ITEM }],
  'PUT /library/:tenantId/items/:itemId': ['content', { itemId: ID, revision: 1, item: ITEM }],
  'DELETE /library/:tenantId/items/:itemId': ['content', { itemId: ID }],
  'PUT /library/:tenantId/items/:itemId/outline': ['content', { itemId: ID, revision: 1, modules: [] }],
  'GET /library/:tenantId/items/:itemId/video': ['content', { itemId: ID }],
  'POST /library/:tenantId/items/:itemId/video': ['content', { itemId: ID }],
  'GET /library/:tenantId/items/:itemId/captions': ['content', { itemId: ID }],
  'PUT /library/:tenantId/items/:itemId/captions/:language': [
    'content',
    { itemId: ID, language: 'en', label: 'English', cues: [{ start: 0, end: 1000, text: 'Bread' }] },
  ],
  'DELETE /library/:tenantId/items/:itemId/captions/:language': ['content', { itemId: ID, language: 'en' }],
  'GET /library/:tenantId/items/:itemId/members': ['people', { itemId: ID }],
  'PUT /library/:tenantId/certificates/:certificateId': ['people', { certificateId: ID, revoked: true }],
  'GET /library/:tenantId/products/:productId/items': ['content', { productId: ID }],
  'PUT /library/:tenantId/products/:productId/items': ['content', { productId: ID, items: [] }],
  'POST /library/:tenantId/uploads': ['content', { name: 'bread.mp4' }],
}

/** Another tenant's items are not found: leaks.test.ts. */
export const takesNeither: string[] = [
  'GET /library-items',
  'GET /library-tags',
  'GET /library-items/:item',
  'GET /my-library',
  'POST /library-items/:item/media',
  'POST /library-items/:item/pictures',
  'PUT /library-items/:item/progress',
  'POST /library-items/:item/start',
  'POST /library-items/:item/certificate',
  'GET /library-items/:item/certificate.pdf',
]
