import { noticeToOwner } from '../mails/owner-notice.ts'
import type { Call } from '../route-table.ts'
import type { Factor } from './factors.ts'

const CALLED: Record<Factor['factor_type'], string> = {
  totp: 'Authenticator app',
  phone: 'Phone',
  webauthn: 'Security key',
  recovery_code: 'Recovery codes',
}

/** How an email names a factor: by its name, else by its type. */
export const factorDisplayName = ({
  friendly_name,
  factor_type,
}: Pick<Factor, 'friendly_name' | 'factor_type'>) => friendly_name || CALLED[factor_type]

/** Same as noticeToOwner, for a call that changed a factor or passkey. */
export const notifyOwner = (
  { auth, pool, c }: Call,
  userId: string,
  kind: 'factor_added' | 'factor_removed' | 'passkey_added' | 'passkey_removed',
  name: string,
): Promise<void> => noticeToOwner(auth, pool, userId, { kind, name }, c.req.header('accept-language'))
