import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { PromptAssistant, PromptConversation, PromptMessage } from '../endpoints.ts'
import { promptErrors } from '../errors.ts'
import type { Given } from '../retrieval/passage.ts'
import { readAgain } from '../retrieval/retrieve.ts'
import { ownedBy, readOwnConversation, shownMessage } from './conversation.ts'
import { findAssistant, knowAssistant } from './known-assistant.ts'
import { providerOf } from './model-provider.ts'

/** What a visitor sees of an assistant. @throws {AppError} assistant_not_found */
export async function readAssistant(
  kernel: Kernel,
  claims: Claims,
  { assistant }: { assistant?: string },
): Promise<PromptAssistant> {
  const { id, state } = await findAssistant(kernel, claims, assistant)
  const known = await knowAssistant(kernel, claims.tenant!, id)
  const isOpen = state === 'open'
  return {
    id,
    name: known.name,
    greeting: isOpen ? known.greeting : '',
    suggestions: isOpen ? known.suggestions : [],
    state,
    has_model: (await providerOf(kernel, claims.tenant!)) !== undefined,
    hand_over: isOpen ? known.hand_over : null,
  }
}

/** @throws {AppError} source_not_found */
export async function openPromptSource(
  kernel: Kernel,
  claims: Claims,
  { message, number, secret }: { message: string; number: number; secret?: string },
): Promise<{ title: string; url?: string; text: string }> {
  const found = await kernel.database.asService(
    'proof: find a cited passage of an own answer',
    async (db) => {
      const { rows } = await sql<{ given: Given | null; assistant_id: string }>`
      select m.given -> ${number - 1}::integer as given, c.assistant_id from public.prompt_messages m
      join public.prompt_conversations c on c.tenant_id = m.tenant_id and c.id = m.conversation_id
      where m.tenant_id = ${claims.tenant} and m.id = ${message} and ${ownedBy(claims, secret)}`.execute(db)
      return rows[0]
    },
  )
  if (!found?.given) throw promptErrors.source_not_found()
  const knowledge = await knowAssistant(kernel, claims.tenant!, found.assistant_id)
  const passage = await readAgain(kernel, claims, knowledge, found.given)
  if (!passage) throw promptErrors.source_not_found()
  const { title, text, url } = passage
  return { title, text, ...(url && { url }) }
}

/** @throws {AppError} message_not_found */
export function ratePrompt(
  { database }: Kernel,
  claims: Claims,
  {
    message,
    rating,
    comment,
    secret,
  }: { message: string; rating: 1 | -1 | 0; comment?: string; secret?: string },
): Promise<{ success: boolean }> {
  return database.asService('proof: rate an own answer', async (db) => {
    const { rows } =
      await sql`update public.prompt_messages m set rating = ${rating || null}::smallint, comment = ${comment || null}
      from public.prompt_conversations c
      where m.tenant_id = ${claims.tenant} and m.id = ${message} and c.tenant_id = m.tenant_id and c.id = m.conversation_id
        and ${ownedBy(claims, secret)} returning m.id`.execute(db)
    if (!rows[0]) throw promptErrors.message_not_found()
    return { success: true }
  })
}

/** Those of a member, newest first: row-level security leaves their own. */
export async function myConversations(
  { database }: Kernel,
  claims: Claims,
  { assistant }: { assistant?: string },
): Promise<{ conversations: PromptConversation[] }> {
  const { rows } = await database.once<PromptConversation>(claims, {
    name: 'prompt conversations',
    text: `select id, title, to_json(last_at) #>> '{}' as at from public.prompt_conversations
      where tenant_id = $1 and auth_user_id = auth.uid() and ($2::uuid is null or assistant_id = $2)
      order by last_at desc limit 50`,
    values: [claims.tenant, assistant ?? null],
    readOnly: true,
  })
  return { conversations: rows }
}

/** @throws {AppError} conversation_not_found */
export async function readConversation(
  kernel: Kernel,
  claims: Claims,
  input: { conversation: string; secret?: string },
): Promise<PromptConversation & { messages: PromptMessage[] }> {
  const { id, title, at, messages } = await readOwnConversation(kernel, claims, input)
  return { id, title, at, messages: messages.map(shownMessage) }
}

/** @throws {AppError} conversation_not_found */
export function deleteConversation(
  { database }: Kernel,
  claims: Claims,
  { conversation, secret }: { conversation: string; secret?: string },
): Promise<{ success: boolean }> {
  return database.asService('proof: delete a conversation of a member or with its secret', async (db) => {
    const { rows } = await sql`delete from public.prompt_conversations c
      where c.tenant_id = ${claims.tenant} and c.id = ${conversation} and ${ownedBy(claims, secret)} returning c.id`.execute(
      db,
    )
    if (!rows[0]) throw promptErrors.conversation_not_found()
    return { success: true }
  })
}
