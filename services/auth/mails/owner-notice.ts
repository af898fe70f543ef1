import { userById } from '../accounts/users.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { runAlone } from '../statements.ts'
import { noticeMail } from './letters.ts'
import type { Notice } from './letters.ts'
import { localeOf } from './locale.ts'
import { sendQuietly } from './send.ts'

/** A change of an account's sign-in methods that its owner is notified of. */
export type AccessNotice = Extract<Notice, { name: string }>

/**
 * Emails the owner of an account that a factor, passkey or provider was added or removed, no matter by whom,
 * so that an intruder's change does not go unnoticed. Call it after the commit. Users without an address get no
 * email.
 * @param acceptLanguage of the request, for users who have not set a language
 */
export async function noticeToOwner(
  auth: Auth,
  pool: Pool,
  userId: string,
  notice: AccessNotice,
  acceptLanguage?: string,
): Promise<void> {
  const [user] = await runAlone(auth.kernel.database, userById(pool, userId), 'user_by_id')
  if (!user?.email) return
  const about = { to: user.email, locale: localeOf(user.raw_user_meta_data, acceptLanguage) }
  sendQuietly(auth, noticeMail(auth, pool, about, notice))
}
