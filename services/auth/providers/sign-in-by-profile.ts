import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { takeMail } from '../limits.ts'
import { noticeToOwner } from '../mails/owner-notice.ts'
import { sendQuietly } from '../mails/send.ts'
import type { MailAsked } from '../mails/token-mails.ts'
import type { Pool } from '../pool.ts'
import { runAlone, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { Overtaken, accountOf, linkTo } from './account-of.ts'
import { provenIdentity } from './identities.ts'
import type { Profile } from './profile.ts'
import type { Prover } from './provider.ts'

/** Times that a transaction is tried when others are faster with the same person. */
const TRIES = 3

/** What a provider found out about somebody, and what for. */
export interface ProvenProfile {
  provider: Prover
  profile: Profile
  /** The signed-in person who adds the provider to their account; undefined signs in. */
  linking?: { userId: string; sessionId: string } | undefined
  /** Where the mail leads that has to prove the address, if it comes to that. */
  asked: MailAsked
}

/**
 * Finds, makes or adds to the account that a profile belongs to (rules: account-of.ts), then finishes in the same
 * transaction: a session, or a code for the client. Who has one more way into their account is told by mail.
 * @param finish runs with the account's user
 * @throws {AppError} 422 provider_email_needs_verification with a mail under way, signup_disabled,
 *   identity_already_exists, provider_refused; 429
 */
export async function signInByProfile<T>(
  auth: Auth,
  pool: Pool,
  { provider, profile, linking, asked }: ProvenProfile,
  finish: (run: Run, userId: string) => Promise<T>,
): Promise<T> {
  if (
    profile.email &&
    !profile.emailVerified &&
    !linking &&
    !(await hasProven(auth, pool, provider, profile))
  )
    await takeMail(auth.kernel.limits, pool, profile.email)
  const outcome = await retried(() =>
    runTogether(auth.kernel.database, `sign in by ${provider.name}`, async (run) => {
      const account = linking
        ? await linkTo(run, pool, linking, provider, profile)
        : await accountOf(auth, run, pool, provider, profile, asked)
      return 'mail' in account ? account : { ...account, done: await finish(run, account.userId) }
    }),
  )
  if ('done' in outcome) {
    const notice = { kind: 'identity_added', name: provider.title } as const
    if (outcome.linked) await noticeToOwner(auth, pool, outcome.userId, notice, asked.acceptLanguage)
    return outcome.done
  }
  sendQuietly(auth, outcome.mail)
  throw authErrors.provider_email_needs_verification({
    text: `Unverified email with ${provider.title}. A confirmation email has been sent to your ${provider.title} email`,
  })
}

/** Whether this person of the provider has an account that needs no mail any more; everybody else is sent one. */
const hasProven = async (auth: Auth, pool: Pool, provider: Prover, profile: Profile): Promise<boolean> =>
  (await runAlone(auth.kernel.database, provenIdentity(pool, provider.name, profile.sub))).length > 0

/** Tries a transaction again when others were faster with the same person. @throws {AppError} 409 conflict */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      if (tries === TRIES) throw authErrors.conflict({ cause: error })
    }
}
