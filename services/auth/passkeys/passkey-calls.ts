import * as z from 'zod/mini'
import { uuid } from '#kernel/contract.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { respondWithSignIn } from '../responses.ts'
import { readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import { friendlyName } from '../mfa/inputs.ts'
import { notifyOwner } from '../mfa/owner-notice.ts'
import { atLeastAal2WhenMfa } from '../mfa/step-up.ts'
import type { Call, SessionCall } from '../route-table.ts'
import { usesCookie } from '../sessions/session-cookie.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { runAlone } from '../statements.ts'
import { deletePasskey, passkeysOf, renamePasskey } from './passkeys.ts'
import type { PasskeyRow } from './passkeys.ts'
import { finishRegistration, startRegistration } from './register.ts'
import { finishAuthentication, startAuthentication } from './sign-in.ts'

const finishInput = z.object({ challenge_id: z.nullish(z.unknown()), credential: z.nullish(z.unknown()) })
const renameInput = z.object({ friendly_name: friendlyName })

const iso = (time: Date) => new Date(time).toISOString()

/** A passkey as clients read it. */
export const passkeyBody = ({ id, friendly_name, created_at, last_used_at }: PasskeyRow) => ({
  id,
  friendly_name,
  created_at: iso(created_at),
  ...(last_used_at ? { last_used_at: iso(last_used_at) } : {}),
})

/** Returns the passkey id of the path. A malformed id is reported as an unknown passkey. */
export function passkeyIdOf(c: AppContext, param = 'id'): string {
  const id = c.req.param(param) ?? ''
  if (!uuid.safeParse(id).success) throw authErrors.passkey_not_found()
  return id.toLowerCase()
}

/** Requires that the pool offers passkeys and, for changes, the second factor of users who have one. */
async function mayChange(call: SessionCall): Promise<void> {
  await offered(call)
  await atLeastAal2WhenMfa(call, authErrors.insufficient_aal_for_passkeys)
}

async function offered({ auth, pool }: Call): Promise<void> {
  if (!(await settingsOf(auth, pool)).passkeys) throw authErrors.passkey_disabled()
}

/** POST /passkeys/registration/options. */
export async function registrationOptions(call: SessionCall): Promise<Response> {
  await mayChange(call)
  return call.c.json(await startRegistration(call))
}

/** POST /passkeys/registration/verify. */
export async function registrationVerify(call: SessionCall): Promise<Response> {
  await mayChange(call)
  const passkey = await finishRegistration(call, await readBody(call.c, finishInput))
  await notifyOwner(call, call.claims.sub, 'passkey_added', passkey.friendly_name)
  return call.c.json(passkeyBody(passkey))
}

/** POST /passkeys/authentication/options. */
export async function authenticationOptions(call: Call): Promise<Response> {
  await offered(call)
  return call.c.json(await startAuthentication(call))
}

/** POST /passkeys/authentication/verify: returns a session. */
export async function authenticationVerify(call: Call): Promise<Response> {
  await offered(call)
  usesCookie(call.c, call.pool)
  return respondWithSignIn(call, await finishAuthentication(call, await readBody(call.c, finishInput)))
}

/** GET /passkeys. */
export async function list(call: SessionCall): Promise<Response> {
  await offered(call)
  const { auth, c, pool, claims } = call
  return c.json((await runAlone(auth.kernel.database, passkeysOf(pool, claims.sub))).map(passkeyBody))
}

/** PATCH /passkeys/:id: a new name. */
export async function rename(call: SessionCall): Promise<Response> {
  await offered(call)
  const { auth, c, pool, claims } = call
  const { friendly_name: name } = await readBody(c, renameInput)
  if (!name) throw authErrors.validation_failed({ text: 'friendly_name is required' })
  const [renamed] = await runAlone(
    auth.kernel.database,
    renamePasskey(pool, claims.sub, passkeyIdOf(c), name),
  )
  if (!renamed) throw authErrors.passkey_not_found()
  return c.json(passkeyBody(renamed))
}

/** DELETE /passkeys/:id. */
export async function remove(call: SessionCall): Promise<Response> {
  await mayChange(call)
  const { auth, c, pool, claims } = call
  const [removed] = await runAlone(auth.kernel.database, deletePasskey(pool, claims.sub, passkeyIdOf(c)))
  if (!removed) throw authErrors.passkey_not_found()
  await notifyOwner(call, claims.sub, 'passkey_removed', removed.friendly_name)
  return c.body(null, 204)
}
