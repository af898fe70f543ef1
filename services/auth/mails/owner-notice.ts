import { userById } from '../accounts/users.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { runAlone } from '../statements.ts'
import { noticeMail } from './letters.ts'
import type { Notice } from './letters.ts'
import { localeOf } from './locale.ts'
import { sendQuietly } from './send.ts'

/** What the owner of an account is told that changed about the ways into it. */
export type AccessNotice = Extract<Notice, { name: string }>

/**
 * Mails the owner of an account that a factor, passkey or provider came or went, whoever did it, so that a stranger's
 * change does not stay unseen. Called after the commit; who has no address is not told.
 * @param acceptLanguage of the request, for people who never said which language is theirs
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
