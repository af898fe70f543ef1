import { userById } from '../accounts/users.ts'
import { noticeMail } from '../mails/letters.ts'
import { localeOf } from '../mails/locale.ts'
import { sendQuietly } from '../mails/send.ts'
import type { Call } from '../route-table.ts'
import { runAlone } from '../statements.ts'
import type { Factor } from './factors.ts'

const CALLED: Record<Factor['factor_type'], string> = {
  totp: 'Authenticator app',
  phone: 'Phone',
  webauthn: 'Security key',
  recovery_code: 'Recovery codes',
}

/** What a letter calls a factor: its name, else its kind. */
export const calledBy = ({ friendly_name, factor_type }: Pick<Factor, 'friendly_name' | 'factor_type'>) =>
  friendly_name || CALLED[factor_type]

/**
 * Mails the owner of an account that a factor or passkey came or went, whoever did it, so that a stranger's change does
 * not stay unseen. Called after the commit; who has no address is not told.
 */
export async function tellOwner(
  { auth, pool, c }: Call,
  userId: string,
  kind: 'factor_added' | 'factor_removed' | 'passkey_added' | 'passkey_removed',
  name: string,
): Promise<void> {
  const [user] = await runAlone(auth.kernel.database, userById(pool, userId), 'user_by_id')
  if (!user?.email) return
  const about = { to: user.email, locale: localeOf(user.raw_user_meta_data, c.req.header('accept-language')) }
  sendQuietly(auth, noticeMail(auth, pool, about, { kind, name }))
}
