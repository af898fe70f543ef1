import { jsonbMerge } from './jsonb-merge.ts'
import { insertUser, userByEmail } from '../accounts/users.ts'
import type { UserRow } from '../accounts/user-body.ts'
import type { Auth } from '../auth.ts'
import { requireEmailAddress } from '../accounts/email-address.ts'
import { authErrors } from '../errors.ts'
import { takeMail } from '../limits.ts'
import { writeTokenMail } from '../mails/token-mails.ts'
import type { MailRequest } from '../mails/token-mails.ts'
import type { Pool } from '../pool.ts'
import { dropUnprovenProviders } from '../providers/identities.ts'
import { build, now, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'

/** The user whom the operator invites. */
export interface Invited {
  /** Normalized. */
  email: string
  /** User metadata. */
  data: Record<string, unknown>
  /** A password that the operator chose. It replaces the password of an earlier, unconfirmed sign-up. */
  passwordHash?: string
}

/**
 * Returns a user without a confirmed address: a new one, or one whose sign-up is not confirmed yet.
 * @throws {AppError} 422 email_exists
 */
export async function newOrUnconfirmed(
  run: Run,
  pool: Pool,
  { email, data, passwordHash }: Invited,
): Promise<UserRow> {
  const created = await insertUser(run, pool, {
    email,
    passwordHash: passwordHash ?? null,
    confirmed: false,
    userMetadata: data,
  })
  if (created) return created
  await run(
    build
      .updateTable('auth.users')
      .set({
        raw_user_meta_data: jsonbMerge('raw_user_meta_data', data),
        ...(passwordHash ? { encrypted_password: passwordHash, sign_up_contested: false } : {}),
      })
      .where('pool_id', '=', pool.id)
      .where('email', '=', email)
      .where('email_confirmed_at', 'is', null)
      .where('deleted_at', 'is', null),
  )
  const [known] = await run(userByEmail(pool, email))
  if (!known || known.email_confirmed_at) throw authErrors.email_exists()
  // The operator's password gives the account to a new owner, so provider identities that came with this
  // unproven address are removed.
  if (passwordHash) await dropUnprovenProviders(run, pool, known.id, email)
  return known
}

/** Stores the time of the invitation on the user. */
export const noteInvited = (pool: Pool, userId: string) =>
  build
    .updateTable('auth.users')
    .set({ invited_at: now, confirmation_sent_at: now })
    .where('pool_id', '=', pool.id)
    .where('id', '=', userId)

/**
 * Invites a user by email. The link opens the account and the page then requests a password.
 * @throws {AppError} 400 email_address_invalid; 422 email_exists; 429; 500 if the email cannot be sent
 */
export async function invite(
  auth: Auth,
  pool: Pool,
  input: { email?: string | null; data?: Record<string, unknown> | null },
  mailRequest: MailRequest,
): Promise<UserRow> {
  const { database, limits, mail } = auth.kernel
  if (!input.email) throw authErrors.validation_failed({ text: 'An invitation requires an email' })
  const email = requireEmailAddress(input.email)
  await takeMail(limits, pool, email)
  const { user, letter } = await runTogether(database, 'invite', async (run) => {
    const { id } = await newOrUnconfirmed(run, pool, { email, data: input.data ?? {} })
    await run(noteInvited(pool, id))
    const [invited] = await run(userByEmail(pool, email))
    const order = { type: 'invite', user: invited!, to: email } as const
    return { user: invited!, letter: await writeTokenMail(auth, run, pool, order, mailRequest) }
  })
  await mail.send(letter).catch((cause: unknown) => {
    throw authErrors.unexpected_failure({ text: 'Error sending the invitation', cause })
  })
  return user
}
