import { authErrors } from '../errors.ts'
import { takeMail } from '../limits.ts'
import { finishEmailChange } from '../mails/email-change.ts'
import { alreadyRegisteredMail } from '../mails/letters.ts'
import { localeOf } from '../mails/locale.ts'
import { sendQuietly } from '../mails/send.ts'
import { writeTokenMail } from '../mails/token-mails.ts'
import type { MailRequest } from '../mails/token-mails.ts'
import type { Pool } from '../pool.ts'
import type { SessionCall } from '../route-table.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { build, now, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import type { Owner } from './owner.ts'
import { userByEmail } from './users.ts'

/**
 * Starts a change to another mailbox. The change waits in `email_change` until the new mailbox has confirmed
 * it and, if the pool requires it, the current one too. If another user has the address, only that owner is
 * notified, by email.
 * @param email normalized
 * @throws {AppError} 429; 422 email_exists only if addresses need no confirmation
 */
export async function startEmailChange(
  { auth, pool }: SessionCall,
  owner: Owner,
  email: string,
  mailRequest: MailRequest,
): Promise<void> {
  const { limits, database, config } = auth.kernel
  if (owner.is_anonymous && config.auth.autoconfirm)
    return runTogether(database, 'email of an anonymous user', (run) => takeEmailNow(run, pool, owner, email))
  const { secure_email_change: both } = await settingsOf(auth, pool)
  const current = both ? owner.email : null
  await takeMail(limits, pool, email)
  if (current) await takeMail(limits, pool, current)
  const emails = await runTogether(database, 'email change', async (run) => {
    await run(
      build
        .updateTable('auth.users')
        .set({ email_change: email, email_change_sent_at: now, email_change_confirmed: null })
        .where('pool_id', '=', pool.id)
        .where('id', '=', owner.id),
    )
    const [taken] = await run(userByEmail(pool, email))
    const order = { user: owner, newEmail: email }
    const pending = []
    if (current)
      pending.push(
        await writeTokenMail(
          auth,
          run,
          pool,
          { ...order, type: 'email_change_current', to: current },
          mailRequest,
        ),
      )
    pending.push(
      taken
        ? alreadyRegisteredMail(auth, pool, { to: email, locale: localeOf(taken.raw_user_meta_data) })
        : await writeTokenMail(
            auth,
            run,
            pool,
            { ...order, type: 'email_change_new', to: email },
            mailRequest,
          ),
    )
    return pending
  })
  sendQuietly(auth, ...emails)
}

/** Sets the address of an anonymous user if addresses need no confirmation, like a sign-up. */
async function takeEmailNow(run: Run, pool: Pool, { id }: Owner, email: string): Promise<void> {
  const [taken] = await run(userByEmail(pool, email))
  if (taken) throw authErrors.email_exists()
  await run(
    build
      .updateTable('auth.users')
      .set({ email_change: email })
      .where('pool_id', '=', pool.id)
      .where('id', '=', id),
  )
  await finishEmailChange(run, pool, id)
}
