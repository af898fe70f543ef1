import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { authErrors } from '../errors.ts'

/** What the operator reads; the account's owner reads the error's own text. */
export const FOR_OPERATOR =
  'The user still has a paid subscription. Cancel it first, then delete the account.'

/**
 * Refuses to delete an account that must stay for now, because a unit declared so with `app.add_person_data`: a subscription
 * would go on charging someone who can no longer cancel it.
 * @throws {AppError} 409 subscription_lives
 */
export async function requireErasable(db: Db, pool: string, user: string, text?: string): Promise<void> {
  const { rows } = await sql<{
    code: string | null
  }>`select app.erasure_blocker(${pool}, ${user}) as code`.execute(db)
  if (rows[0]!.code) throw authErrors.subscription_lives(text ? { text } : {})
}
