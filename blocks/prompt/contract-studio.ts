import * as z from 'zod/mini'
import { contract, name, uuid, webAddress } from '#kernel/contract.ts'
import type { Audience } from '#kernel/browser/audience.ts'
import { handOver, messageFields, prose, state } from './contract.ts'

const ofTenant = { tenantId: uuid }
const ofAssistant = { ...ofTenant, assistantId: uuid }
const ofSource = { ...ofTenant, sourceId: uuid }
const done = z.object({ success: z.boolean() })
const count = (most: number) => z.int().check(z.minimum(0), z.maximum(most))
const revision = z.int()
const text = z.string()
const orNull = z.nullable(text)
const number = z.number()
/** A rule is checked by the database. */
const audience = z.nullable(
  z.union([uuid, z.custom<Audience>((given) => typeof given === 'object' && given !== null)]),
)

/** Languages whose words PostgreSQL can compare; others are compared as they are written. */
const language = text.check(z.regex(/^[a-z]{2}$/, 'must be a language of two letters'))
const limits = z.strictObject({
  visitor_questions: count(10_000),
  member_questions: count(10_000),
  day_tokens: count(1_000_000_000),
  month_tokens: count(10_000_000_000),
  answer_tokens: z.int().check(z.minimum(50), z.maximum(4000)),
})
const givenFields = {
  name: name(80),
  language,
  greeting: prose(500),
  suggestions: z.array(name(200)).check(z.maxLength(4)),
  instructions: z.nullable(prose(4000).check(z.minLength(1))),
  only_sources: z.boolean(),
  refusal: prose(500),
  is_on: z.boolean(),
  hand_over: handOver,
  keep_days: count(730),
  limits,
}
const given = z.strictObject({ ...givenFields, audience })
const assistant = z.object({
  ...givenFields,
  id: uuid,
  audience: z.nullable(uuid),
  revision,
  sources: number,
  failed: number,
  created_at: text,
  updated_at: text,
})

export const listAssistantsContract = contract(
  z.strictObject(ofTenant),
  z.object({ assistants: z.array(assistant), most: number }),
)
export const createAssistantContract = contract(z.strictObject({ ...ofTenant, assistant: given }), assistant)
export const saveAssistantContract = contract(
  z.strictObject({ ...ofAssistant, revision, assistant: given }),
  assistant,
)
export const deleteAssistantContract = contract(z.strictObject(ofAssistant), done)

const path = text.check(z.regex(/^\/[^\s]{0,500}$/, 'must be the beginning of a path, such as /docs'))
const kind = z.enum(['pages', 'file', 'answers', 'table', 'library', 'events'])
const design = z.strictObject({
  pages: z.optional(
    z.strictObject({
      url: webAddress,
      include: z.array(path).check(z.maxLength(50)),
      exclude: z.array(path).check(z.maxLength(50)),
      most: z.int().check(z.minimum(1), z.maximum(1000)),
    }),
  ),
  file: z.optional(
    z.strictObject({
      path: text.check(z.maxLength(300)),
      name: name(200),
      type: text.check(z.maxLength(200)),
      size: z.int(),
    }),
  ),
  answers: z.optional(
    z
      .array(z.strictObject({ question: name(500), answer: prose(5000).check(z.minLength(1)) }))
      .check(z.minLength(1), z.maxLength(500)),
  ),
  table: z.optional(
    z.strictObject({
      table: uuid,
      fields: z.array(text.check(z.regex(/^[a-z0-9]{8}$/))).check(z.maxLength(100)),
    }),
  ),
  library: z.optional(z.strictObject({ tags: z.array(name(40)).check(z.maxLength(20)) })),
  events: z.optional(z.strictObject({ series: z.nullable(uuid) })),
})
const givenSource = z.strictObject({
  title: name(160),
  kind,
  design,
  audience,
  sync_days: z.nullable(z.int().check(z.minimum(1), z.maximum(30))),
})
const source = z.object({
  title: text,
  kind,
  design,
  sync_days: z.nullable(number),
  id: uuid,
  assistant_id: uuid,
  audience: z.nullable(uuid),
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  problem: orNull,
  documents: number,
  passages: number,
  synced_at: orNull,
  revision,
  created_at: text,
  updated_at: text,
})
export const listSourcesContract = contract(
  z.strictObject(ofAssistant),
  z.object({ sources: z.array(source), most: number }),
)
export const createSourceContract = contract(z.strictObject({ ...ofAssistant, source: givenSource }), source)
export const saveSourceContract = contract(
  z.strictObject({ ...ofSource, revision, source: givenSource }),
  source,
)
export const deleteSourceContract = contract(z.strictObject(ofSource), done)
export const syncSourceContract = contract(z.strictObject(ofSource), source)
export const listDocumentsContract = contract(
  z.strictObject(ofSource),
  z.object({
    documents: z.array(
      z.object({
        id: uuid,
        title: text,
        url: orNull,
        state: z.enum(['ready', 'failed', 'skipped']),
        problem: orNull,
        passages: number,
        fetched_at: text,
      }),
    ),
  }),
)
export const prepareUploadContract = contract(
  z.strictObject({ ...ofTenant, name: name(200) }),
  z.object({ bucket: text, path: text }),
)

const price = z.nullable(count(1_000_000_000))
const maxField = z.enum(['max_tokens', 'max_completion_tokens'])
const provider = z.object({
  from: z.enum(['tenant', 'operator', 'none']),
  base_url: orNull,
  model: orNull,
  has_key: z.boolean(),
  price_in: z.nullable(number),
  price_out: z.nullable(number),
  max_field: maxField,
  checked_at: orNull,
})
export const readProviderContract = contract(z.strictObject(ofTenant), provider)
export const saveProviderContract = contract(
  z.strictObject({
    ...ofTenant,
    provider: z.strictObject({
      base_url: webAddress.check(z.maxLength(500)),
      model: name(200),
      // It becomes a header.
      key: z.optional(text.check(z.regex(/^[\x21-\x7e]{1,500}$/, 'must be a key without spaces'))),
      price_in: price,
      price_out: price,
      max_field: maxField,
    }),
  }),
  provider,
)
export const deleteProviderContract = contract(z.strictObject(ofTenant), done)
export const testProviderContract = contract(
  z.strictObject(ofTenant),
  z.object({ ok: z.boolean(), problem: orNull, ms: number, model: orNull }),
)
export const listModelsContract = contract(z.strictObject(ofTenant), z.object({ models: z.array(text) }))
const cost = z.nullable(number)
export const listCallsContract = contract(
  z.strictObject(ofTenant),
  z.object({
    calls: z.array(
      z.object({
        at: text,
        assistant: text,
        model: text,
        state,
        problem: orNull,
        tokens_in: number,
        tokens_out: number,
        cost,
        ms: number,
      }),
    ),
  }),
)
const usage = z.array(
  z.object({
    of: text,
    questions: number,
    refused: number,
    failed: number,
    tokens_in: number,
    tokens_out: number,
    cost,
  }),
)
export const readUsageContract = contract(z.strictObject(ofTenant), z.object({ days: usage, months: usage }))

const conversationFields = {
  id: uuid,
  assistant_id: uuid,
  title: text,
  member: z.nullable(z.object({ id: uuid, email: orNull })),
  messages: number,
  good: number,
  bad: number,
  refused: number,
  tokens: number,
  cost,
  at: text,
  last_at: text,
}
export const listConversationsContract = contract(
  z.strictObject({
    ...ofTenant,
    assistant: z.optional(uuid),
    q: z.optional(text.check(z.trim(), z.maxLength(200))),
    rated: z.optional(z.enum(['good', 'bad'])),
    state: z.optional(z.enum(['refused', 'failed'])),
    after: z.optional(text.check(z.maxLength(300))),
  }),
  z.object({ conversations: z.array(z.object(conversationFields)), next: z.optional(text) }),
)
const ofConversation = z.strictObject({ ...ofTenant, conversationId: uuid })
export const readStaffConversationContract = contract(
  ofConversation,
  z.object({
    ...conversationFields,
    turns: z.array(z.object({ ...messageFields, comment: orNull, tokens: number, cost })),
  }),
)
export const deleteStaffConversationContract = contract(ofConversation, done)

export const tryQuestionContract = contract(
  z.strictObject({ ...ofAssistant, question: prose(2000).check(z.trim(), z.minLength(1)) }),
  z.object({
    passages: z.array(z.object({ source: uuid, title: text, url: z.optional(text), text, score: number })),
    is_enough: z.boolean(),
  }),
)
const testFields = {
  question: prose(2000).check(z.trim(), z.minLength(1)),
  must: z.enum(['cite', 'refuse']),
  sources: z.array(uuid).check(z.maxLength(20)),
}
const tests = z.array(z.object({ ...testFields, id: uuid }))
const run = z.object({
  id: uuid,
  at: text,
  total: number,
  passed: number,
  knowledge_at: orNull,
  results: z.array(z.object({ test: uuid, question: text, passed: z.boolean(), found: z.array(uuid) })),
})
export const listTestsContract = contract(
  z.strictObject(ofAssistant),
  z.object({ tests, runs: z.array(run) }),
)
export const saveTestsContract = contract(
  z.strictObject({ ...ofAssistant, tests: z.array(z.strictObject(testFields)).check(z.maxLength(200)) }),
  z.object({ tests }),
)
export const runTestsContract = contract(z.strictObject(ofAssistant), run)
