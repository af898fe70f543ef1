import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { settingsOf } from '../settings/pool-settings.ts'

/**
 * Whether users of this pool may use phone numbers. It needs the pool's setting and a configured text-message
 * provider.
 */
export const isPhoneOffered = async (auth: Auth, pool: Pool): Promise<boolean> =>
  auth.kernel.sms.provider !== '' && (await settingsOf(auth, pool)).phone

/** @throws {AppError} 400 phone_provider_disabled */
export async function requirePhone(auth: Auth, pool: Pool): Promise<void> {
  if (!(await isPhoneOffered(auth, pool))) throw authErrors.phone_provider_disabled()
}
