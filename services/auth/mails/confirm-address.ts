import { sql } from 'kysely'
import type { Pool } from '../pool.ts'
import { build } from '../statements.ts'
import type { Run } from '../statements.ts'
import { dropUnprovenProviders } from '../providers/identities.ts'
import { confirmEmail } from '../accounts/users.ts'
import type { MailTokenType } from './mail-tokens.ts'

/**
 * The holder of the mailbox is there: their address is proven from now on. A password that somebody set before that
 * counts only if this mail answers that very sign-up, and nobody signed up with another password: otherwise whoever
 * was first would keep a key to the account of the person who owns the mailbox. The same for accounts of other services
 * that came with an address which they had not proven.
 * @returns whether the person has to choose a password (anew)
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
        // What they wrote about themselves goes too; an invitation's data, and an operator's, are the tenant's word.
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
