import { sql } from 'kysely'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import { promptErrors } from '../errors.ts'
import { readOwnConversation } from './conversation.ts'
import { knowAssistant } from './known-assistant.ts'

const PER_NETWORK = { points: 5, seconds: 3600 }
const PER_TENANT = { points: 60, seconds: 3600 }
const MOST_TURNS = 20
const MOST_CHARACTERS = 1500

interface HandOver {
  conversation: string
  secret?: string
  email: string
  text: string
}

/**
 * Sends a conversation and a message of its person to the owner, who replies by email. It is sent at once: the message and the address are not
 * stored.
 * @throws {AppError} conversation_not_found, no_hand_over, too_many_requests
 */
export async function handOver(
  kernel: Kernel,
  claims: Claims,
  clientIp: string,
  { conversation, secret, email, text }: HandOver,
): Promise<{ success: boolean }> {
  await kernel.limits.take('prompt.hand-over', `${claims.tenant} ${addressKey(clientIp)}`, PER_NETWORK)
  const own = await readOwnConversation(
    kernel,
    claims,
    { conversation, ...(secret && { secret }) },
    MOST_TURNS,
  )
  const assistant = await knowAssistant(kernel, claims.tenant!, own.assistant_id)
  if (assistant.hand_over?.kind !== 'email') throw promptErrors.no_hand_over()
  await kernel.limits.take('prompt.hand-over.tenant', claims.tenant!, PER_TENANT)
  const to = await ownerAddress(kernel, claims.tenant!)
  if (!to) throw promptErrors.no_hand_over()
  await kernel.mail.send({
    to,
    ...writeLetter({
      subject: `Question to ${assistant.tenant}`,
      brand: 'Bolt Blocks',
      lines: [
        `A visitor of ${assistant.tenant} asks for a reply at ${email}:`,
        text || '(no message)',
        `The conversation with ${assistant.name} before:`,
        ...own.messages.flatMap(({ question, answer }) => [
          `– ${question}`,
          answer.slice(0, MOST_CHARACTERS) || '(no answer)',
        ]),
      ],
      button: { label: 'Reply', address: `mailto:${encodeURIComponent(email)}` },
      closing: ['The visitor wrote the address and the message above: open links in them with care.'],
    }),
  })
  await kernel.database.asService('proof: note that a conversation was handed over', (db) =>
    sql`update public.prompt_conversations set handed_over_at = now()
      where tenant_id = ${claims.tenant} and id = ${own.id}`.execute(db),
  )
  return { success: true }
}

function ownerAddress({ database }: Kernel, tenantId: string): Promise<string | undefined> {
  return database.asService('closed: find the address of the owner of an assistant', async (db) => {
    const { rows } = await sql<{ email: string }>`select u.email from public.tenants t
      join auth.users u on u.pool_id = ${PLATFORM_POOL} and u.id = t.owner_user_id
      where t.id = ${tenantId} and u.email is not null and u.deleted_at is null`.execute(db)
    return rows[0]?.email
  })
}
