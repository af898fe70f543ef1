import type { Origin } from '../responses.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { MailRequest } from '../mails/token-mails.ts'
import { oauthError } from '../oauth-error.ts'
import type { Pool } from '../pool.ts'
import type { Profile } from '../providers/profile.ts'
import type { Prover } from '../providers/provider.ts'
import { signInByProfile } from '../providers/sign-in-by-profile.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { runAlone } from '../statements.ts'
import { forgetExpired, useOnce } from './used-messages.ts'
import { checkMessage } from './wallet-checks.ts'
import type { WalletMessage } from './wallet-message.ts'
import type { Wallet } from './wallet.ts'

/**
 * Signs the owner of a wallet in; the first sign-in creates the account. A message is valid for one session:
 * exactly one of several concurrent calls succeeds.
 * @param chain as clients name it
 * @throws {AppError} 400 validation_failed for a form that no wallet writes, OAuth's invalid_grant for a
 *   message that was not signed by the address, is not for this pool, is expired, or was used before; 422
 *   signup_disabled; 400 user_banned
 */
export async function signInByWallet(
  auth: Auth,
  pool: Pool,
  chain: string,
  wallet: Wallet,
  signed: { message: string; signature: string },
  origin: Origin,
  mailRequest: MailRequest,
): Promise<SessionRow> {
  const { config, database } = auth.kernel
  const message = wallet.read(signed.message, signed.signature)
  if (!wallet.signed(message, signed.signature))
    throw oauthError('invalid_grant', 'Signature does not match address in message')
  checkMessage(config.publicUrl, pool, message, wallet.title, Date.now())
  await runAlone(database, forgetExpired(pool))
  const proven = { provider: WALLETS, profile: profileOf(chain, message), mailRequest }
  return signInByProfile(auth, pool, proven, async (run, userId) => {
    if (!(await useOnce(run, pool, message.raw)))
      throw oauthError('invalid_grant', `${wallet.title} message was already used`)
    const [started] = await run(
      startSession(pool, userId, { aal: 'aal1', amr: [proofBy('web3')], ...origin }),
    )
    if (!started) throw authErrors.user_banned()
    return started
  })
}

/** A wallet has no mailbox and needs none. */
const WALLETS: Prover = { name: 'web3', title: 'Wallet', emailOptional: true }

/** The identity of an address, named as supabase/auth names it. */
function profileOf(chain: string, { address, chainId, domain, statement }: WalletMessage): Profile {
  const sub = `web3:${chain}:${address}`
  const claims = { address, chain, network: chainId, domain, statement: statement?.slice(0, 300) }
  const data = { sub, custom_claims: claims, email_verified: false, phone_verified: false }
  return { sub, email: undefined, emailVerified: false, data }
}
