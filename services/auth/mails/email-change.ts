import { sql } from 'kysely'
import type { Mail } from '#kernel/mail/mailer.ts'
import { proveOwnIdentity, withProvider } from '../accounts/own-identities.ts'
import { userByEmail } from '../accounts/users.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { build, now } from '../statements.ts'
import type { Run } from '../statements.ts'
import { alreadyRegisteredMail } from './letters.ts'
import { localeOf } from './locale.ts'
import { dropMailTokens } from './mail-tokens.ts'
import { writeTokenMail } from './token-mails.ts'
import type { MailRequest } from './token-mails.ts'

/** A pending change of address. */
interface Change {
  id: string
  email: string | null
  email_change: string | null
  email_change_confirmed: string | null
  raw_user_meta_data: Record<string, unknown>
}

/**
 * Locks the row until the transaction ends, so that the second of two concurrent confirmations sees the
 * first.
 */
const lockChange = (pool: Pool, userId: string) =>
  build
    .selectFrom('auth.users')
    .select(['id', 'email', 'email_change', 'email_change_confirmed', 'raw_user_meta_data'])
    .where('pool_id', '=', pool.id)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .$castTo<Change>()

const change = (pool: Pool, userId: string) =>
  build.updateTable('auth.users').where('pool_id', '=', pool.id).where('id', '=', userId)

/**
 * Writes the emails of the pending change to the mailboxes that have not confirmed yet. Without a change it
 * writes none.
 */
export async function writeEmailChangeMails(
  auth: Auth,
  run: Run,
  pool: Pool,
  userId: string,
  both: boolean,
  mailRequest: MailRequest,
): Promise<Mail[]> {
  const [user] = await run(lockChange(pool, userId))
  if (!user?.email_change) return []
  const { email, email_change: newEmail, email_change_confirmed: agreed } = user
  await run(change(pool, userId).set({ email_change_sent_at: now }))
  const emails: Mail[] = []
  const order = { user, newEmail }
  if (both && email && agreed !== 'current')
    emails.push(
      await writeTokenMail(
        auth,
        run,
        pool,
        { ...order, type: 'email_change_current', to: email },
        mailRequest,
      ),
    )
  if (agreed === 'new') return emails
  // If another user has the address, only that owner is notified.
  const [taken] = await run(userByEmail(pool, newEmail))
  const about = { to: newEmail, locale: localeOf(taken?.raw_user_meta_data) }
  emails.push(
    taken
      ? alreadyRegisteredMail(auth, pool, about)
      : await writeTokenMail(
          auth,
          run,
          pool,
          { ...order, type: 'email_change_new', to: newEmail },
          mailRequest,
        ),
  )
  return emails
}

/** The result after one mailbox confirmed a change. */
export type Agreed =
  | { done: false }
  | { done: true; left: string | null; newEmail: string; userMetadata: Record<string, unknown> }

/**
 * Records the confirmation of one mailbox. The new mailbox must always confirm; the current one too if the
 * pool requires both.
 * @throws a unique violation (23505) if another user took the address meanwhile
 */
export async function agreeToEmailChange(
  run: Run,
  pool: Pool,
  userId: string,
  side: 'current' | 'new',
  both: boolean,
): Promise<Agreed> {
  const [user] = await run(lockChange(pool, userId))
  if (!user?.email_change) return { done: false }
  const agreed = new Set([user.email_change_confirmed, side])
  const enough = agreed.has('new') && (agreed.has('current') || !both || !user.email)
  if (!enough) {
    await run(change(pool, userId).set({ email_change_confirmed: side }))
    return { done: false }
  }
  await finishEmailChange(run, pool, userId)
  return {
    done: true,
    left: user.email,
    newEmail: user.email_change,
    userMetadata: user.raw_user_meta_data,
  }
}

/**
 * Stores the new address as proven, with its identity. An anonymous user becomes a regular one. The user's
 * earlier emails become invalid.
 * @throws a unique violation (23505) if another user took the address meanwhile
 */
export async function finishEmailChange(run: Run, pool: Pool, userId: string): Promise<void> {
  const [changed] = await run(
    change(pool, userId)
      .where('email_change', 'is not', null)
      .set({
        email: sql`email_change`,
        email_change: null,
        email_change_confirmed: null,
        email_change_sent_at: null,
        email_confirmed_at: now,
        is_anonymous: false,
        raw_app_meta_data: withProvider('email'),
      })
      .returning('email'),
  )
  if (!changed) return
  await run(proveOwnIdentity(pool, userId, 'email', changed.email!))
  await dropMailTokens(run, pool, userId)
  await dropMailTokens(run, pool, userId, ['signup', 'invite'])
}
