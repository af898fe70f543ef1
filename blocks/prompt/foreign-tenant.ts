import type { TenantRight } from '#kernel/browser/staff-rights.ts'

/** Cases of this block's endpoints for server/foreign-tenant.test.ts. */
const ID = '00000000-0000-7000-8000-000000000000'
const assistant = {
  name: 'Ann',
  language: 'en',
  greeting: '',
  suggestions: [],
  instructions: null,
  only_sources: true,
  refusal: '',
  audience: null,
  is_on: true,
  hand_over: null,
  keep_days: 30,
  limits: { visitor_questions: 1, member_questions: 1, day_tokens: 1, month_tokens: 1, answer_tokens: 50 },
}
const source = {
  title: 'Answers',
  kind: 'answers',
  design: { answers: [{ question: 'Why', answer: 'Because' }] },
  audience: null,
  sync_days: null,
}
const provider = {
  base_url: 'https://api.example.com/v1',
  model: 'm',
  key: 'k',
  price_in: null,
  price_out: null,
  max_field: 'max_tokens',
}

export const takesTenant: Record<string, [right: TenantRight, input: object]> = {
  'GET /prompt/:tenantId/assistants': ['content', {}],
  'POST /prompt/:tenantId/assistants': ['content', { assistant }],
  'PUT /prompt/:tenantId/assistants/:assistantId': ['content', { assistantId: ID, revision: 1, assistant }],
  'DELETE /prompt/:tenantId/assistants/:assistantId': ['content', { assistantId: ID }],
  'GET /prompt/:tenantId/assistants/:assistantId/sources': ['content', { assistantId: ID }],
  'POST /prompt/:tenantId/assistants/:assistantId/sources': ['content', { assistantId: ID, source }],
  'PUT /prompt/:tenantId/sources/:sourceId': ['content', { sourceId: ID, revision: 1, source }],
  'DELETE /prompt/:tenantId/sources/:sourceId': ['content', { sourceId: ID }],
  'POST /prompt/:tenantId/sources/:sourceId/sync': ['content', { sourceId: ID }],
  'GET /prompt/:tenantId/sources/:sourceId/documents': ['content', { sourceId: ID }],
  'POST /prompt/:tenantId/uploads': ['content', { name: 'menu.pdf' }],
  'POST /prompt/:tenantId/assistants/:assistantId/try': ['content', { assistantId: ID, question: 'Why' }],
  'GET /prompt/:tenantId/assistants/:assistantId/tests': ['content', { assistantId: ID }],
  'PUT /prompt/:tenantId/assistants/:assistantId/tests': ['content', { assistantId: ID, tests: [] }],
  'POST /prompt/:tenantId/assistants/:assistantId/tests/run': ['content', { assistantId: ID }],
  'GET /prompt/:tenantId/provider': ['settings', {}],
  'PUT /prompt/:tenantId/provider': ['settings', { provider }],
  'DELETE /prompt/:tenantId/provider': ['settings', {}],
  'POST /prompt/:tenantId/provider/test': ['settings', {}],
  'GET /prompt/:tenantId/provider/models': ['settings', {}],
  'GET /prompt/:tenantId/calls': ['settings', {}],
  'GET /prompt/:tenantId/usage': ['settings', {}],
  'GET /prompt/:tenantId/conversations': ['people', {}],
  'GET /prompt/:tenantId/conversations/:conversationId': ['people', { conversationId: ID }],
  'DELETE /prompt/:tenantId/conversations/:conversationId': ['people', { conversationId: ID }],
}

/** Conversations of others and of other tenants are not found: conversations.test.ts. */
export const takesNeither: string[] = [
  'POST /prompt-questions',
  'GET /prompt-assistant',
  'GET /prompt-messages/:message/sources/:number',
  'PUT /prompt-messages/:message/rating',
  'GET /prompt-conversations',
  'GET /prompt-conversations/:conversation',
  'DELETE /prompt-conversations/:conversation',
  'POST /prompt-conversations/:conversation/hand-over',
]
