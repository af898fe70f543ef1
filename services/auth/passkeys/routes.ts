import { apiKeyHolder, operator, signedIn } from '../guards.ts'
import { authRoute, noLimit } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { listPasskeys, removePasskey } from './passkey-admin.ts'
import {
  authenticationOptions,
  authenticationVerify,
  list,
  registrationOptions,
  registrationVerify,
  remove,
  rename,
} from './passkey-calls.ts'

/** Passkeys: signing in with one and managing one's own. */
export const passkeyRoutes: AuthRoute[] = [
  authRoute('POST', '/passkeys/authentication/options', apiKeyHolder, 'token', authenticationOptions),
  authRoute('POST', '/passkeys/authentication/verify', apiKeyHolder, 'token', authenticationVerify),
  authRoute('POST', '/passkeys/registration/options', signedIn, 'mfa', registrationOptions),
  authRoute('POST', '/passkeys/registration/verify', signedIn, 'mfa', registrationVerify),
  authRoute('GET', '/passkeys', signedIn, noLimit, list),
  authRoute('PATCH', '/passkeys/:id', signedIn, noLimit, rename),
  authRoute('DELETE', '/passkeys/:id', signedIn, noLimit, remove),
  authRoute('GET', '/admin/users/:id/passkeys', operator, noLimit, listPasskeys),
  authRoute('DELETE', '/admin/users/:id/passkeys/:passkeyId', operator, noLimit, removePasskey),
]
