import { sql } from 'kysely'
import { noteConfirmationSent, noteRecoverySent, userByEmail, userById } from '../accounts/users.ts'
import type { UserRow } from '../accounts/user-body.ts'
import type { Auth } from '../auth.ts'
import { requireEmailAddress } from '../accounts/email-address.ts'
import { authErrors } from '../errors.ts'
import { actionLink } from '../mails/links.ts'
import { dropMailTokens, issueMailToken } from '../mails/mail-tokens.ts'
import type { MailToken } from '../mails/mail-tokens.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { checkPassword } from '../passwords/password-policy.ts'
import type { Pool } from '../pool.ts'
import { passwordRuleOf, settingsOf } from '../settings/pool-settings.ts'
import { build, now, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import type { LinkInput } from './contract.ts'
import { newOrUnconfirmed, noteInvited } from './invite.ts'

const TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const

/** The purposes of a link. */
export type LinkType = (typeof TYPES)[number]

/** The secrets that the operator sends over their own channel. Each opens the account once. */
export interface GeneratedLink {
  user: UserRow
  /** As requested, but `signup` if a magic link was requested for an unknown address. */
  type: LinkType
  token: MailToken
  /** Opens GET /verify, which signs in and redirects to the return address. */
  actionLink: string
}

/**
 * Creates the link and the code of an email without sending one. A magic link for an unknown address creates
 * the account, as supabase/auth does.
 * @param returnTo an address that returnAddress allowed
 * @throws {AppError} 400 validation_failed; 404 user_not_found; 422 email_exists, weak_password
 */
export async function generateLink(
  auth: Auth,
  pool: Pool,
  input: LinkInput,
  returnTo: string,
): Promise<GeneratedLink> {
  const requestedType = TYPES.find((type) => type === input.type)
  if (!requestedType)
    throw authErrors.validation_failed({ text: `Invalid email action link type requested: ${input.type}` })
  if (!input.email) throw authErrors.validation_failed({ text: 'A link requires an email' })
  const email = requireEmailAddress(input.email)
  const change = await requestedChange(auth, pool, requestedType, input)
  const passwordHash = requestedType === 'signup' ? await signUpPassword(auth, pool, email, input) : undefined

  const { user, type, token } = await runTogether(auth.kernel.database, 'generate link', async (run) => {
    const [known] = await run(userByEmail(pool, email))
    const type = requestedType === 'magiclink' && !known ? 'signup' : requestedType
    const { id } = await prepare[type](run, pool, known, {
      email,
      data: input.data ?? {},
      passwordHash,
      change,
    })
    const sentTo = type === 'email_change_new' ? change! : email
    const token = await issueMailToken(auth, run, pool, { type, userId: id, sentTo, redirectTo: returnTo })
    const [user] = await run(userById(pool, id))
    return { user: user!, type, token }
  })
  const link = actionLink(auth.kernel.config.publicUrl, pool, type, token.link, returnTo)
  return { user, type, token, actionLink: link }
}

interface Wish {
  email: string
  data: Record<string, unknown>
  passwordHash: string | undefined
  /** The requested new address. */
  change: string | undefined
}

type Prepare = (run: Run, pool: Pool, known: UserRow | undefined, wish: Wish) => Promise<{ id: string }>

/** What each type changes about its user before the token is created. */
const prepare: Record<LinkType, Prepare> = {
  async signup(run, pool, _, { email, data, passwordHash }) {
    const user = await newOrUnconfirmed(run, pool, { email, data, ...(passwordHash ? { passwordHash } : {}) })
    await run(noteConfirmationSent(pool, user.id, true))
    return user
  },
  async invite(run, pool, _, { email, data }) {
    const user = await newOrUnconfirmed(run, pool, { email, data })
    await run(noteInvited(pool, user.id))
    return user
  },
  magiclink: forKnown,
  recovery: forKnown,
  email_change_current: storePendingChange,
  email_change_new: storePendingChange,
}

async function forKnown(run: Run, pool: Pool, known: UserRow | undefined): Promise<{ id: string }> {
  if (!known) throw authErrors.user_not_found({ text: 'User with this email not found' })
  await run(noteRecoverySent(pool, known.id))
  return known
}

/**
 * Stores the pending change on the user. A confirmation by one mailbox stays valid if the same change is
 * requested again.
 */
async function storePendingChange(run: Run, pool: Pool, known: UserRow | undefined, { change }: Wish) {
  if (!known) throw authErrors.user_not_found({ text: 'User with this email not found' })
  if ((await run(userByEmail(pool, change!))).length) throw authErrors.email_exists()
  if (known.email_change !== change)
    await dropMailTokens(run, pool, known.id, ['email_change_current', 'email_change_new'])
  await run(
    build
      .updateTable('auth.users')
      .set({
        email_change: change!,
        email_change_sent_at: now,
        email_change_confirmed: sql`case when email_change = ${change!} then email_change_confirmed end`,
      })
      .where('pool_id', '=', pool.id)
      .where('id', '=', known.id),
  )
  return known
}

async function requestedChange(
  auth: Auth,
  pool: Pool,
  type: LinkType,
  input: LinkInput,
): Promise<string | undefined> {
  if (type !== 'email_change_current' && type !== 'email_change_new') return undefined
  if (!input.new_email) throw authErrors.validation_failed({ text: 'A change of address requires new_email' })
  const { secure_email_change: both } = await settingsOf(auth, pool)
  if (type === 'email_change_current' && !both)
    throw authErrors.validation_failed({
      text: 'Enable secure email change to generate link for current email',
    })
  return requireEmailAddress(input.new_email)
}

async function signUpPassword(auth: Auth, pool: Pool, email: string, { password }: LinkInput) {
  if (!password) throw authErrors.validation_failed({ text: 'Signup requires a valid password' })
  const rule = passwordRuleOf(auth, await settingsOf(auth, pool))
  checkPassword(password, [email, pool.tenant?.name ?? ''], rule)
  return hashPassword(password)
}
