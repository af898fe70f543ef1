import { endpoint } from '#kernel/browser/endpoint.ts'

// What visitors and members call. The public key names the tenant; row-level security decides what an answer may be made of.

/** Kinds of sources. The first three are copies with an audience of their own; the others are read as the asking person. */
export type SourceKind = 'pages' | 'file' | 'answers' | 'table' | 'library' | 'events'

/** What a visitor sees of an assistant. */
export interface PromptAssistant {
  id: string
  name: string
  greeting: string
  /** Questions to start with, at most 4. */
  suggestions: string[]
  /** `closed`: switched off. `sign_in`, `not_for_you`: the caller is in no audience that may ask. */
  state: 'open' | 'closed' | 'sign_in' | 'not_for_you'
  /** False: no model is connected, and answers are the matching passages, word for word. */
  has_model: boolean
  /** How a person takes over: a message by email, or a form of the tenant by its id; null: not offered. */
  hand_over: { kind: 'email' } | { kind: 'form'; form: string } | null
}

/** A passage that an answer cites. Its text comes from `openPromptSource`, under the rights that the caller has then. */
export interface PromptCitation {
  /** As in the text: `[2]`. */
  number: number
  title: string
  /** Where the original is: a page of the tenant's site, or nothing. Absolute, https or http. */
  url?: string
}

/** Why an answer has no text of a model, or not all of it. */
export type PromptProblem =
  /** The model's limit (429). `retryAfter` may say when. */
  | 'model_busy'
  /** No token for 15 seconds, or no end after 30. */
  | 'model_slow'
  /** 5xx, or the connection failed. */
  | 'model_down'
  /** A response that is no stream of this API, or that ended in the middle. */
  | 'model_broken'
  /** The key or the model's name was refused. Only the tenant can help. */
  | 'model_refused'

/** One question with its answer. */
export interface PromptMessage {
  id: string
  /** ISO 8601. */
  at: string
  question: string
  /** Plain text with `[1]` for citations, `**bold**`, lines and lists; never HTML. Empty while it is written. */
  answer: string
  /** `passages`: without a model. `refused`: the sources do not say. `stopped`: the visitor stopped it. */
  state: 'running' | 'answered' | 'passages' | 'refused' | 'stopped' | 'failed'
  problem?: PromptProblem
  /** Seconds until it is worth a retry. */
  retry_after?: number
  citations: PromptCitation[]
  rating?: 1 | -1
}

export interface PromptConversation {
  id: string
  title: string
  at: string
}

export interface AskPrompt {
  assistant?: string
  /** Continues a conversation. */
  conversation?: string
  /** What `start` returned, for visitors without a session. */
  secret?: string
  /** At most 2,000 characters. */
  question: string
  /** True: the response is an event stream (`PromptEvent`). Otherwise it is JSON and arrives when the answer is complete. */
  stream?: boolean
}

/** What the response is without `stream`. */
export interface PromptAnswer extends PromptMessage {
  conversation: string
  secret?: string
}

/** Events of the stream, each as the data of one event of that name. After `done` it ends. */
export interface PromptEvent {
  start: { conversation: string; message: string; secret?: string }
  token: { text: string }
  /** The whole message: its text replaces what arrived before. */
  done: PromptMessage
}

/**
 * Errors before anything is charged: 404 assistant_not_found, conversation_not_found; 403 assistant_closed; 401 sign_in;
 * 429 too_many_requests, limit_visitor, limit_member, limit_day, limit_month, too_many_at_once; 400 invalid_input.
 */
export const askPrompt = endpoint<AskPrompt, PromptAnswer>('POST', '/prompt-questions')
/** The tenant's first assistant, or the one named. Errors: 404 assistant_not_found. */
export const readAssistant = endpoint<{ assistant?: string }, PromptAssistant>('GET', '/prompt-assistant')
/** A cited passage, if the caller may read it now. Errors: 404 source_not_found. */
export const openPromptSource = endpoint<
  { message: string; number: number; secret?: string },
  { title: string; url?: string; text: string }
>('GET', '/prompt-messages/:message/sources/:number')
/** Errors: 404 message_not_found. */
export const ratePrompt = endpoint<
  { message: string; rating: 1 | -1 | 0; comment?: string; secret?: string },
  { success: boolean }
>('PUT', '/prompt-messages/:message/rating')
/** Of a signed-in member, newest first, at most 50. Errors: 401 not_authenticated. */
export const myConversations = endpoint<{ assistant?: string }, { conversations: PromptConversation[] }>(
  'GET',
  '/prompt-conversations',
)
/** Errors: 404 conversation_not_found, also for those of others. */
export const readConversation = endpoint<
  { conversation: string; secret?: string },
  PromptConversation & { messages: PromptMessage[] }
>('GET', '/prompt-conversations/:conversation')
/** Deletes it with its messages. Errors: 404 conversation_not_found. */
export const deleteConversation = endpoint<{ conversation: string; secret?: string }, { success: boolean }>(
  'DELETE',
  '/prompt-conversations/:conversation',
)
/** Sends the conversation and a message to the tenant. Errors: 404 conversation_not_found, 409 no_hand_over, 429. */
export const handOver = endpoint<
  { conversation: string; secret?: string; email: string; text: string },
  { success: boolean }
>('POST', '/prompt-conversations/:conversation/hand-over')
