import type { TenantRight } from '#kernel/browser/staff-rights.ts'

/** Cases of this block's endpoints for server/foreign-tenant.test.ts. */
const ID = '00000000-0000-7000-8000-000000000000'

export const takesTenant: Record<string, [right: TenantRight, input: object]> = {
  'GET /data-forms/:tenantId/forms': ['content', {}],
  'POST /data-forms/:tenantId/forms': ['content', { table_id: ID }],
  'PUT /data-forms/:tenantId/forms/:formId': ['content', { formId: ID, revision: 1 }],
  'DELETE /data-forms/:tenantId/forms/:formId': ['content', { formId: ID }],
  'GET /data-forms/:tenantId/payments': ['content', { table_id: ID }],
  'POST /data-forms/:tenantId/payments/:entryId': ['content', { entryId: ID }],
  'DELETE /data-forms/:tenantId/payments/:entryId': ['content', { entryId: ID }],
  'GET /data-views/:tenantId/views': ['content', {}],
  'POST /data-views/:tenantId/views': ['content', { table_id: ID }],
  'PUT /data-views/:tenantId/views/:viewId': ['content', { viewId: ID, revision: 1 }],
  'DELETE /data-views/:tenantId/views/:viewId': ['content', { viewId: ID }],
}

/** Another tenant's forms and lists are refused in submissions.test.ts and lists.test.ts. */
export const takesNeither: string[] = [
  'GET /forms/:form/entry',
  'POST /forms/:form/submissions',
  'POST /forms/:form/uploads',
  'POST /forms/:form/payment',
  'POST /forms/:form/payment-state',
  'POST /forms/:form/sent',
  'PUT /forms/:form/sent',
  'GET /lists/:list/rows',
  'GET /lists/:list/rows/:row',
  'PUT /lists/:list/rows/:row',
  'DELETE /lists/:list/rows/:row',
]
