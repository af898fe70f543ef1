import { userOfPath } from '../admin/user-of-path.ts'
import { authErrors } from '../errors.ts'
import type { Call } from '../route-table.ts'
import { runTogether } from '../statements.ts'
import { factorBody } from './factor-body.ts'
import { lockUser } from './factors.ts'
import { factorIdOf } from './mfa-calls.ts'
import { factorDisplayName, notifyOwner } from './owner-notice.ts'
import { removeFactor } from './unenroll.ts'

/** GET /admin/users/:id/factors. */
export async function listFactors(call: Call): Promise<Response> {
  return call.c.json(((await userOfPath(call)).factors ?? []).map(factorBody))
}

/**
 * DELETE /admin/users/:id/factors/:factorId: for a user who lost the factor. Sessions that it raised return
 * to aal1.
 */
export async function deleteFactor(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  const user = await userOfPath(call)
  const factorId = factorIdOf(c, 'factorId')
  const shown = user.factors?.find(({ id }) => id === factorId)
  const removed = await runTogether(auth.kernel.database, 'admin removes factor', async (run) => {
    await run(lockUser(pool, user.id))
    return removeFactor(run, pool, user.id, factorId)
  })
  if (!removed || !shown) throw authErrors.mfa_factor_not_found()
  if (removed.status === 'verified')
    await notifyOwner(call, user.id, 'factor_removed', factorDisplayName(removed))
  return c.json(factorBody(shown))
}
