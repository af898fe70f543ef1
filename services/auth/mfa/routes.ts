import { operator, signedIn } from '../guards.ts'
import { authRoute, noLimit } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { deleteFactor, listFactors } from './factor-admin.ts'
import { challenge, enroll, unenroll, verify } from './mfa-calls.ts'
import { generate, regenerate, remove, status, verify as verifyRecovery } from './recovery-code-calls.ts'

/**
 * Second factors of the signed-in user. The recovery-code routes come first, because their path also matches
 * a factor's.
 */
export const mfaRoutes: AuthRoute[] = [
  authRoute('GET', '/factors/recovery-codes', signedIn, noLimit, status),
  authRoute('POST', '/factors/recovery-codes', signedIn, noLimit, generate),
  authRoute('POST', '/factors/recovery-codes/verify', signedIn, 'mfa', verifyRecovery),
  authRoute('POST', '/factors/recovery-codes/regenerate', signedIn, noLimit, regenerate),
  authRoute('DELETE', '/factors/recovery-codes', signedIn, noLimit, remove),
  authRoute('POST', '/factors', signedIn, noLimit, enroll),
  authRoute('POST', '/factors/:id/challenge', signedIn, 'mfa', challenge),
  authRoute('POST', '/factors/:id/verify', signedIn, 'mfa', verify),
  authRoute('DELETE', '/factors/:id', signedIn, noLimit, unenroll),
  authRoute('GET', '/admin/users/:id/factors', operator, noLimit, listFactors),
  authRoute('DELETE', '/admin/users/:id/factors/:factorId', operator, noLimit, deleteFactor),
]
