import type { Audience } from '#kernel/browser/audience.ts'
import { endpoint } from '#kernel/browser/endpoint.ts'
import type { PromptAssistant, PromptMessage, SourceKind } from './endpoints.ts'

// What the staff call. Each right is that of the line in routes.ts: `content` for assistants, sources and tests, `people` for conversations,
// `settings` for the provider.

type OfTenant = { tenantId: string }
type OfAssistant = OfTenant & { assistantId: string }
type OfSource = OfTenant & { sourceId: string }

/** Limits; each is checked before a model is called. Null: no limit of its own. */
export interface PromptLimits {
  /** Questions of a visitor without an account, by network, in a day. */
  visitor_questions: number
  /** Questions of a member in a day. */
  member_questions: number
  /** Tokens of all questions in a day, and in a calendar month (UTC). */
  day_tokens: number
  month_tokens: number
  /** Tokens of one answer, at most 4,000. */
  answer_tokens: number
}

export interface GivenAssistant {
  name: string
  /** Language of the sources: how words are compared. One of PROMPT_LANGUAGES. */
  language: string
  greeting: string
  suggestions: string[]
  /** Own instructions to the model; needs Business. */
  instructions: string | null
  /** Answers only what the sources say, and refuses otherwise. */
  only_sources: boolean
  /** What a refusal says; empty: the block's own text in the visitor's language. */
  refusal: string
  /** Id of an audience, or a rule for which one is found or created; null: no one. */
  audience: string | Audience | null
  is_on: boolean
  hand_over: PromptAssistant['hand_over']
  /** Days that conversations are stored; 0: until the nightly deletion. */
  keep_days: number
  limits: PromptLimits
}

export interface StaffAssistant extends Omit<GivenAssistant, 'audience'> {
  id: string
  audience: string | null
  revision: number
  sources: number
  /** Of these `failed`. */
  failed: number
  created_at: string
  updated_at: string
}

/** What a source reads. Exactly the field of its kind is set. */
export interface SourceDesign {
  /** `url` is a page or a sitemap on https; `include` and `exclude` are beginnings of paths. */
  pages?: { url: string; include: string[]; exclude: string[]; most: number }
  file?: { path: string; name: string; type: string; size: number }
  answers?: { question: string; answer: string }[]
  /** Fields by id; none: all that the asking person may see. */
  table?: { table: string; fields: string[] }
  /** Items with one of these tags; none: all. */
  library?: { tags: string[] }
  events?: { series: string | null }
}

export interface GivenSource {
  title: string
  kind: SourceKind
  design: SourceDesign
  /** Who an answer may use it for. Only of pages, files and answers: the others have the rights of what they read. */
  audience: string | Audience | null
  /** Reads it again every so many days (1 to 30); null: only when someone says so. Only of pages. */
  sync_days: number | null
}

export interface StaffSource extends Omit<GivenSource, 'audience'> {
  id: string
  assistant_id: string
  audience: string | null
  /** `ready` at once for tables, library and events, of which nothing is copied. */
  state: 'waiting' | 'running' | 'ready' | 'failed'
  /** Why it failed, or what was left out, in a sentence. */
  problem: string | null
  documents: number
  passages: number
  /** ISO 8601, of the last complete reading. */
  synced_at: string | null
  revision: number
  created_at: string
  updated_at: string
}

/** A page, file or question of a source. */
export interface StaffDocument {
  id: string
  title: string
  url: string | null
  state: 'ready' | 'failed' | 'skipped'
  problem: string | null
  passages: number
  fetched_at: string
}

/** The model's provider. The key is never returned. */
export interface PromptProvider {
  /** `tenant`: its own key. `operator`: the settings AI_…. `none`: answers are passages. */
  from: 'tenant' | 'operator' | 'none'
  base_url: string | null
  model: string | null
  has_key: boolean
  /** Of a million tokens, in the currency of the provider's bill, in millionths of it; null: unknown. */
  price_in: number | null
  price_out: number | null
  /** What the API calls the limit of an answer. */
  max_field: 'max_tokens' | 'max_completion_tokens'
  /** When a test last succeeded. */
  checked_at: string | null
}
export interface GivenProvider {
  base_url: string
  model: string
  /** Absent: the stored one stays. */
  key?: string
  price_in: number | null
  price_out: number | null
  max_field: PromptProvider['max_field']
}

export interface PromptCall {
  at: string
  assistant: string
  model: string
  state: PromptMessage['state']
  problem: string | null
  tokens_in: number
  tokens_out: number
  /** Millionths of the currency; null without a price. */
  cost: number | null
  ms: number
}

export interface StaffConversation {
  id: string
  assistant_id: string
  title: string
  /** Of a member; null: a visitor. */
  member: { id: string; email: string | null } | null
  messages: number
  good: number
  bad: number
  refused: number
  tokens: number
  cost: number | null
  at: string
  last_at: string
}

export interface PromptUsage {
  /** The last 31 days and the last 12 months, newest last; those without questions are missing. */
  days: UsageRow[]
  months: UsageRow[]
}
export interface UsageRow {
  /** `2026-11-30` or `2026-11`. */
  of: string
  questions: number
  refused: number
  failed: number
  tokens_in: number
  tokens_out: number
  cost: number | null
}

/** A question of the test set. */
export interface PromptTest {
  id: string
  question: string
  /** `cite`: one of these sources must be among the six passages. `refuse`: nothing may be found. */
  must: 'cite' | 'refuse'
  sources: string[]
}
export interface PromptTestRun {
  id: string
  at: string
  total: number
  passed: number
  /** What changed the sources last before it. */
  knowledge_at: string | null
  results: { test: string; question: string; passed: boolean; found: string[] }[]
}

export const listAssistants = endpoint<OfTenant, { assistants: StaffAssistant[]; most: number }>(
  'GET',
  '/prompt/:tenantId/assistants',
)
/** Errors: 402 plan_required, 409 most_assistants. */
export const createAssistant = endpoint<OfTenant & { assistant: GivenAssistant }, StaffAssistant>(
  'POST',
  '/prompt/:tenantId/assistants',
)
/** Errors: 404 assistant_not_found, 409 assistant_changed (another revision), 402 plan_required (instructions). */
export const saveAssistant = endpoint<
  OfAssistant & { revision: number; assistant: GivenAssistant },
  StaffAssistant
>('PUT', '/prompt/:tenantId/assistants/:assistantId')
/** With its sources and conversations. */
export const deleteAssistant = endpoint<OfAssistant, { success: boolean }>(
  'DELETE',
  '/prompt/:tenantId/assistants/:assistantId',
)

export const listSources = endpoint<OfAssistant, { sources: StaffSource[]; most: number }>(
  'GET',
  '/prompt/:tenantId/assistants/:assistantId/sources',
)
/** Errors: 400 bad_source, 404 assistant_not_found, file_missing; 409 most_sources, url_refused. */
export const createSource = endpoint<OfAssistant & { source: GivenSource }, StaffSource>(
  'POST',
  '/prompt/:tenantId/assistants/:assistantId/sources',
)
/** The kind stays. Errors: as createSource, and 404 source_not_found, 409 source_changed. */
export const saveSource = endpoint<OfSource & { revision: number; source: GivenSource }, StaffSource>(
  'PUT',
  '/prompt/:tenantId/sources/:sourceId',
)
/** It is out of the answers with the next question. */
export const deleteSource = endpoint<OfSource, { success: boolean }>(
  'DELETE',
  '/prompt/:tenantId/sources/:sourceId',
)
/** Reads it again, soon. */
export const syncSource = endpoint<OfSource, StaffSource>('POST', '/prompt/:tenantId/sources/:sourceId/sync')
export const listDocuments = endpoint<OfSource, { documents: StaffDocument[] }>(
  'GET',
  '/prompt/:tenantId/sources/:sourceId/documents',
)
/** Bucket and path for an upload with the storage API: PDF, DOCX, Markdown or text, at most 20 MB. */
export const prepareUpload = endpoint<OfTenant & { name: string }, { bucket: string; path: string }>(
  'POST',
  '/prompt/:tenantId/uploads',
)

export const readProvider = endpoint<OfTenant, PromptProvider>('GET', '/prompt/:tenantId/provider')
/** Errors: 409 url_refused, 400 key_missing. */
export const saveProvider = endpoint<OfTenant & { provider: GivenProvider }, PromptProvider>(
  'PUT',
  '/prompt/:tenantId/provider',
)
export const deleteProvider = endpoint<OfTenant, { success: boolean }>('DELETE', '/prompt/:tenantId/provider')
/** Asks the stored model for one word. */
export const testProvider = endpoint<
  OfTenant,
  { ok: boolean; problem: string | null; ms: number; model: string | null }
>('POST', '/prompt/:tenantId/provider/test')
/** What the provider lists; empty if it has no list. */
export const listModels = endpoint<OfTenant, { models: string[] }>('GET', '/prompt/:tenantId/provider/models')
/** The last 50. */
export const listCalls = endpoint<OfTenant, { calls: PromptCall[] }>('GET', '/prompt/:tenantId/calls')
export const readUsage = endpoint<OfTenant, PromptUsage>('GET', '/prompt/:tenantId/usage')

/** 30 a page, newest first. `q` searches questions and answers. Errors: 400 bad_cursor. */
export const listConversations = endpoint<
  OfTenant & {
    assistant?: string
    q?: string
    rated?: 'good' | 'bad'
    state?: 'refused' | 'failed'
    after?: string
  },
  { conversations: StaffConversation[]; next?: string }
>('GET', '/prompt/:tenantId/conversations')
export const readStaffConversation = endpoint<
  OfTenant & { conversationId: string },
  StaffConversation & {
    turns: (PromptMessage & { comment: string | null; tokens: number; cost: number | null })[]
  }
>('GET', '/prompt/:tenantId/conversations/:conversationId')
export const deleteStaffConversation = endpoint<OfTenant & { conversationId: string }, { success: boolean }>(
  'DELETE',
  '/prompt/:tenantId/conversations/:conversationId',
)

/** What the retrieval finds for a question, as a visitor without an account gets it. Calls no model. */
export const tryQuestion = endpoint<
  OfAssistant & { question: string },
  {
    passages: { source: string; title: string; url?: string; text: string; score: number }[]
    is_enough: boolean
  }
>('POST', '/prompt/:tenantId/assistants/:assistantId/try')
export const listTests = endpoint<OfAssistant, { tests: PromptTest[]; runs: PromptTestRun[] }>(
  'GET',
  '/prompt/:tenantId/assistants/:assistantId/tests',
)
/** Replaces the test set, at most 200. */
export const saveTests = endpoint<OfAssistant & { tests: Omit<PromptTest, 'id'>[] }, { tests: PromptTest[] }>(
  'PUT',
  '/prompt/:tenantId/assistants/:assistantId/tests',
)
/** Runs it now, as a visitor without an account; it calls no model. */
export const runTests = endpoint<OfAssistant, PromptTestRun>(
  'POST',
  '/prompt/:tenantId/assistants/:assistantId/tests/run',
)
