import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import { keyedHash } from '#kernel/secrets/keyed-hash.ts'
import type { PromptCitation, PromptMessage, PromptProblem } from '../endpoints.ts'
import { promptErrors } from '../errors.ts'
import type { Given } from '../retrieval/passage.ts'
import { newSecret, secretHash } from './conversation.ts'

/** Answers of a tenant that a model writes at the same time. */
const AT_ONCE = 5
const MOST_TITLE = 100

export interface NewQuestion {
  assistant: string
  /** Absent: a new conversation. */
  conversation?: string | undefined
  question: string
  /** The most tokens that it can use; 0: no model is called. */
  tokens: number
  model: string | null
  given: Given[]
}

export interface Reserved {
  conversation: string
  message: string
  /** Of a new conversation of a visitor. */
  secret?: string
}

/**
 * Counts a question and reserves its tokens, in one transaction: a question that is refused leaves nothing.
 * @throws {AppError} limit_visitor, limit_member, limit_day, limit_month, too_many_at_once
 */
export async function reserve(
  kernel: Kernel,
  claims: Claims,
  clientIp: string,
  question: NewQuestion,
): Promise<Reserved> {
  const isMember = claims.role === 'end_user' && claims.sub !== undefined
  const secret = isMember || question.conversation !== undefined ? undefined : newSecret()
  const person = keyedHash(kernel.config.secretKeys, 'prompt person')
    .make(`${claims.tenant} ${isMember ? claims.sub : addressKey(clientIp)}`)
    .toString('base64url')
    .slice(0, 32)
  const atOnce = Math.ceil(AT_ONCE * kernel.config.auth.limitFactor)
  return kernel.database.asService('closed: reserve the tokens of a question', async (db) => {
    const conversation =
      question.conversation ??
      (
        await sql<{
          id: string
        }>`insert into public.prompt_conversations (tenant_id, assistant_id, auth_user_id, proof_hash, title)
        values (${claims.tenant}, ${question.assistant}, ${isMember ? claims.sub : null}, ${secret ? secretHash(secret) : null},
          ${titleOf(question.question)}) returning id`.execute(db)
      ).rows[0]!.id
    const { rows } = await sql<{ message: string; refused: string | null }>`
      select n.id as message, app.reserve_prompt(${claims.tenant}, ${conversation}, n.id, ${person}, ${question.tokens}, ${atOnce},
        ${question.question}, ${question.model}, ${JSON.stringify(question.given)}::jsonb) as refused
      from (select app.uuidv7() as id offset 0) n`.execute(db)
    const { message, refused } = rows[0]!
    if (refused)
      throw promptErrors[refused as 'limit_day']({
        headers: { 'retry-after': refused === 'too_many_at_once' ? '5' : '3600' },
      })
    return { conversation, message, ...(secret && { secret }) }
  })
}

export interface Outcome {
  state: Exclude<PromptMessage['state'], 'running'>
  problem?: PromptProblem | undefined
  answer: string
  citations: PromptCitation[]
  tokensIn: number
  tokensOut: number
  cost: number | null
  ms: number
}

/** Replaces what was reserved for a question by what was used. Repeating it changes nothing. */
export async function settle(
  { database }: Kernel,
  tenantId: string,
  message: string,
  outcome: Outcome,
): Promise<void> {
  await database.asService('closed: settle the tokens of a question', (db) =>
    sql`select app.settle_prompt(${tenantId}, ${message}, ${outcome.state}, ${outcome.problem ?? null}, ${outcome.answer},
      ${JSON.stringify(outcome.citations)}::jsonb, ${outcome.tokensIn}, ${outcome.tokensOut}, ${outcome.cost}, ${Math.round(outcome.ms)})`.execute(
      db,
    ),
  )
}

const titleOf = (question: string) => question.replace(/\s+/g, ' ').trim().slice(0, MOST_TITLE).toWellFormed()
