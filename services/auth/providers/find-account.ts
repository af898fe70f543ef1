import type { Mail } from '#kernel/mail/mailer.ts'
import type { UserRow } from '../accounts/user-body.ts'
import { confirmEmail, noteConfirmationSent, userByEmail, userById } from '../accounts/users.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { alreadyRegisteredMail } from '../mails/letters.ts'
import { localeOf } from '../mails/locale.ts'
import { writeTokenMail } from '../mails/token-mails.ts'
import type { MailRequest } from '../mails/token-mails.ts'
import type { Pool } from '../pool.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { build, jsonb, now } from '../statements.ts'
import type { Run } from '../statements.ts'
import {
  claimAccount,
  identityOf,
  insertIdentity,
  releaseAddress,
  renewIdentity,
  renewMetadata,
} from './identities.ts'
import type { Profile } from './profile.ts'
import type { Prover } from './provider.ts'

/**
 * The account that a profile opens, and whether the identity was added just now (`linked`). While the address
 * is unproven, it is the email that the user must follow first.
 */
export type Account = { userId: string; linked?: true } | { mail: Mail; userId?: string }

/** A concurrent request of the same person was faster. The caller retries its transaction. */
export class ConcurrentChange extends Error {}

/**
 * Returns the account in the pool for a person of a provider: the account of their identity, else the account
 * with the address that the provider verified, else a new account. An address that the provider did not
 * verify opens no account. Runs in the caller's transaction, which `retried` wraps.
 * @throws {AppError} 422 signup_disabled, validation_failed if a provider sends no address but must
 * @throws {ConcurrentChange}
 */
export async function findOrCreateAccount(
  auth: Auth,
  run: Run,
  pool: Pool,
  provider: Prover,
  profile: Profile,
  mailRequest: MailRequest,
): Promise<Account> {
  const [identity] = await run(identityOf(pool, provider.name, profile.sub))
  if (identity) {
    const user = await lock(run, pool, identity.user_id)
    if (!user) throw authErrors.user_banned()
    await run(renewIdentity(pool, identity.id, profile))
    if (isProven(user)) {
      await run(renewMetadata(pool, user.id, profile.data))
      return { userId: user.id }
    }
    if (!profile.emailVerified || profile.email !== user.email)
      return unproven(auth, run, pool, user, mailRequest)
    await claimAccount(run, pool, user, identity, profile)
    await run(renewMetadata(pool, user.id, {}))
    return { userId: user.id }
  }
  if (!profile.email && !provider.emailOptional)
    throw authErrors.provider_refused({ text: 'Error getting user email from external provider' })
  const known = profile.email ? await lockByEmail(run, pool, profile.email) : undefined
  if (known && !profile.emailVerified) return taken(auth, pool, known, mailRequest)
  if (known && isProven(known)) return link(run, pool, known, provider, profile)
  if (known && known.phone_confirmed_at) await releaseAddress(run, pool, known)
  else if (known) return claim(run, pool, known, provider, profile)
  return create(auth, run, pool, provider, profile, mailRequest)
}

/** The owner has proven the account, or it has no address that could belong to another person. */
const isProven = (user: UserRow) => !user.email || user.email_confirmed_at !== null

async function lock(run: Run, pool: Pool, id: string): Promise<UserRow | undefined> {
  await run(
    build
      .selectFrom('auth.users')
      .select('id')
      .where('pool_id', '=', pool.id)
      .where('id', '=', id)
      .forUpdate(),
  )
  return (await run(userById(pool, id)))[0]
}

async function lockByEmail(run: Run, pool: Pool, email: string): Promise<UserRow | undefined> {
  const [found] = await run(userByEmail(pool, email))
  const user = found && (await lock(run, pool, found.id))
  // Read again under the lock, because the address may have changed.
  return user?.email === email ? user : undefined
}

async function link(
  run: Run,
  pool: Pool,
  user: UserRow,
  provider: Prover,
  profile: Profile,
): Promise<Account> {
  // Accounts of a company's single sign-on are not linked, because only the company vouches for their
  // addresses.
  if (user.is_sso_user) throw authErrors.user_sso_managed()
  if (!(await insertIdentity(run, pool, user.id, provider.name, profile))) throw new ConcurrentChange()
  await run(renewMetadata(pool, user.id, profile.data))
  return { userId: user.id, linked: true }
}

async function claim(
  run: Run,
  pool: Pool,
  user: UserRow,
  provider: Prover,
  profile: Profile,
): Promise<Account> {
  const identity = await insertIdentity(run, pool, user.id, provider.name, profile)
  if (!identity) throw new ConcurrentChange()
  await claimAccount(run, pool, user, identity, profile)
  await run(renewMetadata(pool, user.id, {}))
  return { userId: user.id }
}

async function create(
  auth: Auth,
  run: Run,
  pool: Pool,
  provider: Prover,
  profile: Profile,
  mailRequest: MailRequest,
): Promise<Account> {
  if ((await settingsOf(auth, pool)).disable_signup) throw authErrors.signup_disabled()
  const [created] = await run(
    build
      .insertInto('auth.users')
      .values({
        pool_id: pool.id,
        email: profile.email ?? null,
        email_confirmed_at: profile.emailVerified ? now : null,
        raw_user_meta_data: jsonb(profile.data),
        raw_app_meta_data: jsonb({ provider: provider.name, providers: [provider.name] }),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  )
  if (!created || !(await insertIdentity(run, pool, created.id, provider.name, profile)))
    throw new ConcurrentChange()
  const user = (await run(userById(pool, created.id)))[0]!
  return isProven(user) ? { userId: user.id } : unproven(auth, run, pool, user, mailRequest)
}

/** The account has this address unproven. The email proves it, and then the next sign-in succeeds. */
async function unproven(
  auth: Auth,
  run: Run,
  pool: Pool,
  user: UserRow,
  mailRequest: MailRequest,
): Promise<Account> {
  await run(noteConfirmationSent(pool, user.id, true))
  // The email confirms the address in any browser. The challenge stays with this sign-in.
  const plain = { ...mailRequest, challenge: undefined }
  const mail = await writeTokenMail(auth, run, pool, { type: 'signup', user, to: user.email! }, plain)
  return { mail, userId: user.id }
}

/** Another account has the address. On screen it looks like a new one; the email explains. */
function taken(auth: Auth, pool: Pool, user: UserRow, { acceptLanguage }: MailRequest): Account {
  const locale = localeOf(user.raw_user_meta_data, acceptLanguage)
  return { mail: alreadyRegisteredMail(auth, pool, { to: user.email!, locale }) }
}

/**
 * Adds an identity to the account of a signed-in user. An account without an address gets the one that the
 * provider verified, unless another user has it.
 * @throws {AppError} 422 identity_already_exists
 */
export async function linkIdentityTo(
  run: Run,
  pool: Pool,
  linking: { userId: string; sessionId: string },
  provider: Prover,
  profile: Profile,
): Promise<{ userId: string; linked: true }> {
  const user = await lock(run, pool, linking.userId)
  const [session] = await run(
    build
      .selectFrom('auth.sessions')
      .select('id')
      .where('pool_id', '=', pool.id)
      .where('id', '=', linking.sessionId)
      .where('user_id', '=', linking.userId),
  )
  if (!user || !session) throw authErrors.session_not_found()
  const [known] = await run(identityOf(pool, provider.name, profile.sub))
  if (known)
    throw authErrors.identity_already_exists({
      text: `Identity is already linked${known.user_id === user.id ? '' : ' to another user'}`,
    })
  if (!(await insertIdentity(run, pool, user.id, provider.name, profile))) throw new ConcurrentChange()
  await adoptAddress(run, pool, user, profile)
  await run(renewMetadata(pool, user.id, profile.data))
  return { userId: user.id, linked: true }
}

async function adoptAddress(
  run: Run,
  pool: Pool,
  user: UserRow,
  { email, emailVerified }: Profile,
): Promise<void> {
  const update = build.updateTable('auth.users').where('pool_id', '=', pool.id).where('id', '=', user.id)
  await run(update.set({ is_anonymous: false }))
  if (!email || !emailVerified) return
  if (user.email === email) return confirmEmail(run, pool, user.id)
  const [owner] = await run(userByEmail(pool, email))
  if (!user.email && !owner) await run(update.set({ email, email_confirmed_at: now }))
}
