import type { Origin } from '../answers.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { oauthError } from '../oauth-error.ts'
import type { Pool } from '../pool.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { build, jsonb, runAlone, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { forgetExpired, useOnce } from './used-messages.ts'
import { checkMessage } from './wallet-checks.ts'
import type { Wallet } from './wallet.ts'

/**
 * Signs the owner of a wallet in; the first time makes the account. A message is good for one session: of many at
 * once exactly one gets it.
 * @param chain as clients name it
 * @throws {AppError} 400 validation_failed for what no wallet writes, OAuth's invalid_grant for what was not signed
 *   by the address, not for this pool, not for now, or used before; 422 signup_disabled; 400 user_banned
 */
export async function signInByWallet(
  auth: Auth,
  pool: Pool,
  chain: string,
  wallet: Wallet,
  signed: { message: string; signature: string },
  origin: Origin,
): Promise<SessionRow> {
  const { config, database } = auth.kernel
  const message = wallet.read(signed.message, signed.signature)
  if (!wallet.signed(message, signed.signature))
    throw oauthError('invalid_grant', 'Signature does not match address in message')
  checkMessage(config.publicUrl, pool, message, wallet.title, Date.now())
  await runAlone(database, forgetExpired(pool))
  return runTogether(database, 'web3', async (run) => {
    if (!(await useOnce(run, pool, message.raw)))
      throw oauthError('invalid_grant', `${wallet.title} message was used before`)
    const { address, chainId, domain, statement } = message
    const userId = await accountOf(auth, run, pool, `web3:${chain}:${address}`, {
      sub: `web3:${chain}:${address}`,
      custom_claims: { address, chain, network: chainId, domain, statement },
    })
    const [started] = await run(
      startSession(pool, userId, { aal: 'aal1', amr: [proofBy('web3')], ...origin }),
    )
    if (!started) throw authErrors.user_banned()
    return started
  })
}

/** The account of an identity; the first time it is made. @throws {AppError} 422 signup_disabled, 409 conflict */
async function accountOf(
  auth: Auth,
  run: Run,
  pool: Pool,
  providerId: string,
  data: object,
): Promise<string> {
  const [known] = await run(
    build
      .selectFrom('auth.identities')
      .select('user_id')
      .where('pool_id', '=', pool.id)
      .where('provider', '=', 'web3')
      .where('provider_id', '=', providerId),
  )
  if (known) return known.user_id
  if ((await settingsOf(auth, pool)).disable_signup) throw authErrors.signup_disabled()
  const [user] = await run(
    build
      .insertInto('auth.users')
      .values({
        pool_id: pool.id,
        raw_app_meta_data: jsonb({ provider: 'web3', providers: ['web3'] }),
        raw_user_meta_data: jsonb(data),
      })
      .returning('id'),
  )
  const identity = await run(
    build
      .insertInto('auth.identities')
      .values({
        pool_id: pool.id,
        user_id: user!.id,
        provider: 'web3',
        provider_id: providerId,
        identity_data: jsonb(data),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  )
  if (!identity.length) throw authErrors.conflict()
  return user!.id
}
