import { sql } from 'kysely'
import type { Pool } from '../pool.ts'
import { build } from '../statements.ts'
import type { Run } from '../statements.ts'
import { dropUnprovenProviders } from '../providers/identities.ts'
import { confirmEmail } from '../accounts/users.ts'
import type { MailTokenType } from './mail-tokens.ts'

/**
 * Marks the address as proven once the holder of the mailbox has confirmed it. A password set before counts
 * only if this email belongs to that very sign-up and no one signed up with another password. Otherwise the
 * first person to sign up would keep access to the account of the mailbox's owner. The same applies to
 * provider identities that came with an address they had not proven.
 * @returns whether the user has to set a password (again)
 */
export async function confirmAddress(
  run: Run,
  pool: Pool,
  userId: string,
  type: MailTokenType,
): Promise<boolean> {
  const [confirmed] = await run(
    build
      .with('before', (db) =>
        db
          .selectFrom('auth.users')
          .select(['id', 'encrypted_password', 'sign_up_contested', 'email_confirmed_at'])
          .where('pool_id', '=', pool.id)
          .where('id', '=', userId)
          .forUpdate(),
      )
      .updateTable('auth.users as u')
      .from('before')
      .set({
        encrypted_password: sql`case when u.email_confirmed_at is null
          and (u.sign_up_contested or ${type !== 'signup'}::boolean) then null else u.encrypted_password end`,
        // Metadata from the unproven sign-up goes too. Data of an invitation or the operator stays, because
        // the tenant set it.
        raw_user_meta_data: sql`case when u.email_confirmed_at is null and u.invited_at is null
          and u.confirmation_sent_at is not null and (u.sign_up_contested or ${type !== 'signup'}::boolean)
          then '{}' else u.raw_user_meta_data end`,
        sign_up_contested: false,
      })
      .where('u.pool_id', '=', pool.id)
      .whereRef('u.id', '=', 'before.id')
      .returning([
        'u.email',
        sql<boolean>`before.email_confirmed_at is null
          and (before.sign_up_contested or ${type !== 'signup'}::boolean)`.as('untrusted'),
        sql<boolean>`u.encrypted_password is null and (before.encrypted_password is not null
          or before.sign_up_contested or ${type === 'invite'}::boolean)`.as('password_needed'),
      ]),
  )
  if (confirmed?.untrusted) await dropUnprovenProviders(run, pool, userId, confirmed.email)
  await confirmEmail(run, pool, userId)
  return confirmed?.password_needed ?? false
}
