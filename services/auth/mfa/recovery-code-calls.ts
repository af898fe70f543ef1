import { respondWithSignIn } from '../responses.ts'
import { readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import type { SessionCall } from '../route-table.ts'
import { usesCookie } from '../sessions/session-cookie.ts'
import { recoveryCodeInput, recoveryNameInput } from './inputs.ts'
import { factorDisplayName, notifyOwner } from './owner-notice.ts'
import {
  generateRecoveryCodes,
  recoveryCodesStatus,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
} from './recovery-codes.ts'
import { verifyRecoveryCode } from './verify-recovery-code.ts'

/** GET /factors/recovery-codes. */
export async function status(call: SessionCall): Promise<Response> {
  return call.c.json(await recoveryCodesStatus(call))
}

/** POST /factors/recovery-codes; the body is optional. */
export async function generate(call: SessionCall): Promise<Response> {
  const { friendly_name: name } = await readBody(call.c, recoveryNameInput)
  call.c.header('cache-control', 'no-store')
  const made = await generateRecoveryCodes(call, name)
  await notifyOwner(call, call.claims.sub, 'factor_added', made.friendly_name)
  return call.c.json(made)
}

/** POST /factors/recovery-codes/regenerate. */
export async function regenerate(call: SessionCall): Promise<Response> {
  call.c.header('cache-control', 'no-store')
  return call.c.json(await regenerateRecoveryCodes(call))
}

/** POST /factors/recovery-codes/verify: returns the raised session. */
export async function verify(call: SessionCall): Promise<Response> {
  usesCookie(call.c, call.pool)
  const { code } = await readBody(call.c, recoveryCodeInput)
  if (!code) throw authErrors.validation_failed({ text: 'Code needs to be non-empty' })
  return respondWithSignIn(call, await verifyRecoveryCode(call, code))
}

/** DELETE /factors/recovery-codes. */
export async function remove(call: SessionCall): Promise<Response> {
  const removed = await removeRecoveryCodes(call)
  await notifyOwner(call, call.claims.sub, 'factor_removed', factorDisplayName(removed))
  return call.c.json({ id: removed.id })
}
