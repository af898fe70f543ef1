import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { PromptMessage } from '../endpoints.ts'
import { promptErrors } from '../errors.ts'
import type { Given } from '../retrieval/passage.ts'

export interface ConversationRow {
  id: string
  assistant_id: string
  title: string
  at: string
}

export type MessageRow = PromptMessage & { given: Given[] }

export const MESSAGE = sql`m.id, to_json(m.created_at) #>> '{}' as at, m.question, m.answer, m.state, m.problem, m.citations, m.given, m.rating`

/** A visitor continues a conversation with this; only its hash is stored. */
export const newSecret = (): string => randomBytes(24).toString('base64url')
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Whose conversation a statement may touch: the member's own, or the one of the secret. For statements of the service. */
export function ownedBy({ role, sub }: Claims, secret: string | undefined) {
  const isMember = role === 'end_user' && sub !== undefined
  return sql`(${isMember ? sql`c.auth_user_id = ${sub}::uuid` : sql`false`}
    or ${secret === undefined ? sql`false` : sql`c.proof_hash = ${secretHash(secret)}`})`
}

/**
 * A conversation of the caller with its messages, oldest first.
 * @throws {AppError} conversation_not_found, also for those of others
 */
export function readOwnConversation(
  { database }: Kernel,
  claims: Claims,
  { conversation, secret }: { conversation: string; secret?: string | undefined },
  most = 100,
): Promise<ConversationRow & { messages: MessageRow[] }> {
  return database.asService('proof: read a conversation of a member or with its secret', async (db) => {
    const { rows } = await sql<ConversationRow>`
      select c.id, c.assistant_id, c.title, to_json(c.created_at) #>> '{}' as at from public.prompt_conversations c
      where c.tenant_id = ${claims.tenant} and c.id = ${conversation} and ${ownedBy(claims, secret)}`.execute(
      db,
    )
    if (!rows[0]) throw promptErrors.conversation_not_found()
    return { ...rows[0], messages: await messagesOf(db, claims.tenant!, rows[0].id, most) }
  })
}

export async function messagesOf(db: Db, tenantId: string, id: string, most: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`select ${MESSAGE} from public.prompt_messages m
    where m.tenant_id = ${tenantId} and m.conversation_id = ${id} order by m.id desc limit ${most}`.execute(
    db,
  )
  return rows.toReversed()
}

/** What its person gets of a message. */
export function shownMessage(row: MessageRow): PromptMessage {
  const { given: _, problem, rating, ...message } = row
  return { ...message, ...(problem && { problem }), ...(rating && { rating }) }
}
