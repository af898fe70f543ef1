import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'

// Calls of visitors and members. Those of the staff are in contract-studio.ts, types and errors in endpoints.ts.

// oxlint-disable-next-line no-control-regex -- what is refused
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
/** What a person wrote, in lines. */
export const prose = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((text) => !CONTROL.test(text), 'must not hold control characters'),
  )
const secret = z.string().check(z.regex(/^[\w-]{20,100}$/, 'must be a secret of a conversation'))

export const handOver = z.nullable(
  z.union([
    z.strictObject({ kind: z.literal('email') }),
    z.strictObject({ kind: z.literal('form'), form: uuid }),
  ]),
)

const citation = z.object({ number: z.number(), title: z.string(), url: z.optional(z.string()) })
export const state = z.enum(['running', 'answered', 'passages', 'refused', 'stopped', 'failed'])
export const messageFields = {
  id: uuid,
  at: z.string(),
  question: z.string(),
  answer: z.string(),
  state,
  problem: z.optional(z.enum(['model_busy', 'model_slow', 'model_down', 'model_broken', 'model_refused'])),
  retry_after: z.optional(z.number()),
  citations: z.array(citation),
  rating: z.optional(z.union([z.literal(1), z.literal(-1)])),
}
const message = z.object(messageFields)
const conversation = { id: uuid, title: z.string(), at: z.string() }
const done = z.object({ success: z.boolean() })

export const askPromptContract = contract(
  z.strictObject({
    assistant: z.optional(uuid),
    conversation: z.optional(uuid),
    secret: z.optional(secret),
    question: prose(2000).check(z.trim(), z.minLength(1, 'must not be empty')),
    stream: z.optional(z.boolean()),
  }),
  z.object({ ...messageFields, conversation: uuid, secret: z.optional(z.string()) }),
)
export const readAssistantContract = contract(
  z.strictObject({ assistant: z.optional(uuid) }),
  z.object({
    id: uuid,
    name: z.string(),
    greeting: z.string(),
    suggestions: z.array(z.string()),
    state: z.enum(['open', 'closed', 'sign_in', 'not_for_you']),
    has_model: z.boolean(),
    hand_over: handOver,
  }),
)
export const openSourceContract = contract(
  z.strictObject({
    message: uuid,
    number: z.pipe(
      z.pipe(
        z.string().check(z.regex(/^\d{1,2}$/, 'must be a number')),
        z.transform((text) => Number(text)),
      ),
      z.int().check(z.minimum(1)),
    ),
    secret: z.optional(secret),
  }) as never as z.ZodMiniType<{ message: string; number: number; secret?: string }>,
  z.object({ title: z.string(), url: z.optional(z.string()), text: z.string() }),
)
export const ratePromptContract = contract(
  z.strictObject({
    message: uuid,
    rating: z.union([z.literal(1), z.literal(-1), z.literal(0)]),
    comment: z.optional(prose(1000)),
    secret: z.optional(secret),
  }),
  done,
)
export const myConversationsContract = contract(
  z.strictObject({ assistant: z.optional(uuid) }),
  z.object({ conversations: z.array(z.object(conversation)) }),
)
const ofConversation = z.strictObject({ conversation: uuid, secret: z.optional(secret) })
export const readConversationContract = contract(
  ofConversation,
  z.object({ ...conversation, messages: z.array(message) }),
)
export const deleteConversationContract = contract(ofConversation, done)
export const handOverContract = contract(
  z.strictObject({
    conversation: uuid,
    secret: z.optional(secret),
    email: z.email('must be an email address').check(z.maxLength(320)),
    text: prose(2000),
  }),
  done,
)
