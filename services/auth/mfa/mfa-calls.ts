import { uuid } from '#kernel/contract.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { respondWithSignIn } from '../responses.ts'
import { readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import type { SessionCall } from '../route-table.ts'
import { usesCookie } from '../sessions/session-cookie.ts'
import { challengeFactor } from './challenge-factor.ts'
import { enroll as startEnrolment } from './enroll.ts'
import { challengeInput, enrollInput, verifyFactorInput } from './inputs.ts'
import { factorDisplayName, notifyOwner } from './owner-notice.ts'
import { unenroll as remove } from './unenroll.ts'
import { verifyFactor } from './verify-factor.ts'

/** Returns the factor id of the path. A malformed id is reported as an unknown factor. */
export function factorIdOf(c: AppContext, param = 'id'): string {
  const id = c.req.param(param) ?? ''
  if (!uuid.safeParse(id).success) throw authErrors.mfa_factor_not_found()
  return id.toLowerCase()
}

/** POST /factors. */
export async function enroll(call: SessionCall): Promise<Response> {
  call.c.header('cache-control', 'no-store')
  return call.c.json(await startEnrolment(call, await readBody(call.c, enrollInput)))
}

/** POST /factors/:id/challenge. */
export async function challenge(call: SessionCall): Promise<Response> {
  const { channel } = await readBody(call.c, challengeInput)
  return call.c.json(await challengeFactor(call, factorIdOf(call.c), channel))
}

/** POST /factors/:id/verify: returns the raised session. */
export async function verify(call: SessionCall): Promise<Response> {
  const { c, pool } = call
  usesCookie(c, pool)
  const input = await readBody(c, verifyFactorInput)
  const { session, factor, newlyVerified } = await verifyFactor(call, factorIdOf(c), input)
  if (newlyVerified) await notifyOwner(call, session.id, 'factor_added', factorDisplayName(factor))
  return respondWithSignIn(call, session)
}

/** DELETE /factors/:id. */
export async function unenroll(call: SessionCall): Promise<Response> {
  const factor = await remove(call, factorIdOf(call.c))
  if (factor.status === 'verified')
    await notifyOwner(call, factor.user_id, 'factor_removed', factorDisplayName(factor))
  return call.c.json({ id: factor.id })
}
