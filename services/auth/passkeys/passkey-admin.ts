import { userOfPath } from '../admin/user-of-path.ts'
import { authErrors } from '../errors.ts'
import { notifyOwner } from '../mfa/owner-notice.ts'
import type { Call } from '../route-table.ts'
import { runAlone } from '../statements.ts'
import { passkeyBody, passkeyIdOf } from './passkey-calls.ts'
import { deletePasskey, passkeysOf } from './passkeys.ts'

/** GET /admin/users/:id/passkeys. */
export async function listPasskeys(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  const { id } = await userOfPath(call)
  return c.json((await runAlone(auth.kernel.database, passkeysOf(pool, id))).map(passkeyBody))
}

/** DELETE /admin/users/:id/passkeys/:passkeyId. */
export async function removePasskey(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  const { id } = await userOfPath(call)
  const passkeyId = passkeyIdOf(c, 'passkeyId')
  const [removed] = await runAlone(auth.kernel.database, deletePasskey(pool, id, passkeyId))
  if (!removed) throw authErrors.passkey_not_found()
  await notifyOwner(call, id, 'passkey_removed', removed.friendly_name)
  return c.body(null, 204)
}
