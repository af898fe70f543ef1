import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { authErrors } from '../errors.ts'

/** Codes that units declare with `app.add_person_data`, and what the operator reads. The account's owner reads the error's own text. */
const FOR_OPERATOR = {
  subscription_lives: 'The user still has a paid subscription. Cancel it first, then delete the account.',
  plan_lives: undefined,
  owns_tenants: undefined,
}

/**
 * Refuses to delete an account that must stay for now, because a unit declared so with `app.add_person_data`: a subscription
 * would go on charging someone who can no longer cancel it, or a tenant would belong to no one.
 * @throws {AppError} 409 subscription_lives, or of creators plan_lives, owns_tenants
 */
export async function requireErasable(
  db: Db,
  account: { pool: string; user: string },
  reader: 'owner' | 'operator',
): Promise<void> {
  const { rows } = await sql<{
    code: keyof typeof FOR_OPERATOR | null
  }>`select app.erasure_blocker(${account.pool}, ${account.user}) as code`.execute(db)
  const { code } = rows[0]!
  if (!code) return
  const text = reader === 'operator' ? FOR_OPERATOR[code] : undefined
  throw authErrors[code](text ? { text } : {})
}
