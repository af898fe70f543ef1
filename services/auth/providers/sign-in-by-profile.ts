import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { takeMail } from '../limits.ts'
import { noticeToOwner } from '../mails/owner-notice.ts'
import { sendQuietly } from '../mails/send.ts'
import type { MailRequest } from '../mails/token-mails.ts'
import type { Pool } from '../pool.ts'
import { runAlone, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { ConcurrentChange, findOrCreateAccount, linkIdentityTo } from './find-account.ts'
import { provenIdentity } from './identities.ts'
import type { Profile } from './profile.ts'
import type { Prover } from './provider.ts'

/** Maximum attempts of a transaction when concurrent requests of the same person are faster. */
const MAX_ATTEMPTS = 3

/** A profile that a provider has verified, and its purpose. */
export interface ProvenProfile {
  provider: Prover
  profile: Profile
  /** The signed-in user who adds the provider to their account; undefined for a sign-in. */
  linking?: { userId: string; sessionId: string } | undefined
  /** Return address and language of the email that may have to prove the address. */
  mailRequest: MailRequest
}

/**
 * Finds or creates the account of a profile, or adds the identity to one (rules: find-account.ts). Then runs
 * `finish` in the same transaction: it starts a session, or creates a code for the client. A user whose
 * account got another sign-in method is notified by email.
 * @param finish runs with the account's user
 * @throws {AppError} 422 provider_email_needs_verification when an email was sent, signup_disabled,
 *   identity_already_exists, provider_refused; 429
 */
export async function signInByProfile<T>(
  auth: Auth,
  pool: Pool,
  { provider, profile, linking, mailRequest }: ProvenProfile,
  finish: (run: Run, userId: string) => Promise<T>,
): Promise<T> {
  if (
    profile.email &&
    !profile.emailVerified &&
    !linking &&
    !(await hasProven(auth, pool, provider, profile))
  )
    await takeMail(auth.kernel.limits, pool, profile.email)
  const outcome = await withRetries(() =>
    runTogether(auth.kernel.database, `sign in by ${provider.name}`, async (run) => {
      const account = linking
        ? await linkIdentityTo(run, pool, linking, provider, profile)
        : await findOrCreateAccount(auth, run, pool, provider, profile, mailRequest)
      return 'mail' in account ? account : { ...account, done: await finish(run, account.userId) }
    }),
  )
  if ('done' in outcome) {
    const notice = { kind: 'identity_added', name: provider.title } as const
    if (outcome.linked) await noticeToOwner(auth, pool, outcome.userId, notice, mailRequest.acceptLanguage)
    return outcome.done
  }
  sendQuietly(auth, outcome.mail)
  throw authErrors.provider_email_needs_verification({
    text: `Unverified email with ${provider.title}. A confirmation email has been sent to your ${provider.title} email`,
  })
}

/**
 * Whether this person of the provider has an account that needs no email confirmation. Everyone else gets an
 * email.
 */
const hasProven = async (auth: Auth, pool: Pool, provider: Prover, profile: Profile): Promise<boolean> =>
  (await runAlone(auth.kernel.database, provenIdentity(pool, provider.name, profile.sub))).length > 0

/**
 * Retries a transaction when a concurrent request of the same person was faster.
 * @throws {AppError} 409 conflict
 */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ConcurrentChange)) throw error
      if (attempts === MAX_ATTEMPTS) throw authErrors.conflict({ cause: error })
    }
}
