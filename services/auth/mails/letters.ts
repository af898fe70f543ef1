import type { Language } from '#kernel/browser/languages.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import type { Mail } from '#kernel/mail/mailer.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { confirmationLink } from './links.ts'
import { textsIn } from './locale.ts'
import type { MailToken, MailTokenType } from './mail-tokens.ts'
import type { LetterTexts } from './texts/mail-texts.ts'

const PRODUCT = 'Bolt Blocks'

/**
 * The name that an email is sent under: the product's, or for end users the tenant's, which is the one they
 * know.
 */
const brandOf = (pool: Pool) => pool.tenant?.name ?? PRODUCT

/** Our page where users of this pool sign in and request a new password. */
const signInPage = (auth: Auth, pool: Pool) => {
  const { publicUrl } = auth.kernel.config
  return pool.tenant ? `${publicUrl}/embed/auth?tenant=${pool.tenant.public_key}` : `${publicUrl}/auth`
}

interface About {
  /** The mailbox. */
  to: string
  locale: Language
}

/** An email that carries a token. */
export interface TokenLetter extends About {
  type: MailTokenType
  token: MailToken
  /** An address that returnAddress allowed. */
  returnTo: string
  /** For the two emails about a change of address. */
  newEmail?: string
}

/** Renders the email of a token: its link as a button, if it has one, and its code. */
export function tokenMail(
  auth: Auth,
  pool: Pool,
  { to, locale, type, token, returnTo, newEmail = '' }: TokenLetter,
): Mail {
  const texts = textsIn(locale)
  const copy = texts[type](brandOf(pool), newEmail)
  const { publicUrl } = auth.kernel.config
  const address = copy.button && confirmationLink(publicUrl, pool, type, token.link, returnTo)
  const label = copy.button ? texts.orCode : texts.codeAlone
  return set(pool, { to, locale }, copy, { address, code: { label, value: token.code } })
}

/**
 * Tells the owner of an account that a sign-up used their address again. The response on screen does not
 * reveal it.
 */
export const alreadyRegisteredMail = (auth: Auth, pool: Pool, about: About): Mail =>
  set(pool, about, textsIn(about.locale).already_registered(brandOf(pool)), {
    address: signInPage(auth, pool),
  })

/** An account event that its owner is notified of. */
export type Notice =
  | { kind: 'password_changed' | 'account_deleted' }
  /** Sent to the previous mailbox. */
  | { kind: 'email_changed'; newEmail: string }
  /** `name` as the user named it. */
  | { kind: 'factor_added' | 'factor_removed' | 'passkey_added' | 'passkey_removed'; name: string }
  /** `name` is the provider's display name. */
  | { kind: 'identity_added' | 'identity_removed'; name: string }

/** An email that only informs. Send it with `sendQuietly` after the commit. */
export function noticeMail(auth: Auth, pool: Pool, about: About, notice: Notice): Mail {
  const detail = 'newEmail' in notice ? notice.newEmail : 'name' in notice ? notice.name : ''
  const copy = textsIn(about.locale)[notice.kind](brandOf(pool), detail)
  return set(pool, about, copy, { address: copy.button && signInPage(auth, pool) })
}

function set(
  pool: Pool,
  { to, locale }: About,
  { subject, lines, button, closing }: LetterTexts,
  { address, code }: { address?: string | undefined; code?: { label: string; value: string } },
): Mail {
  const letter = {
    subject,
    brand: brandOf(pool),
    language: locale,
    lines,
    ...(button && address ? { button: { label: button, address } } : {}),
    ...(code ? { code } : {}),
    closing,
  }
  return { to, ...writeLetter(letter) }
}
