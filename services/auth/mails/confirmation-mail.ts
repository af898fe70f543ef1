import { writeLetter } from '#kernel/mail/letter.ts'
import type { Mail } from '#kernel/mail/mailer.ts'
import type { MailToken, MailTokenType } from './mail-tokens.ts'
import type { Pool } from '../pool.ts'

const PRODUCT = 'Bolt Blocks'

/**
 * The page a mail leads to: ours, under the configured address whatever host the request named. Opening it uses
 * nothing up, its button does: mail scanners open links, they do not press buttons.
 * @param returnTo an address that returnAddress allowed
 */
export function confirmationLink(
  publicUrl: string,
  pool: Pool,
  type: MailTokenType,
  link: string,
  returnTo: string,
): string {
  const { pathname, search, hash } = new URL(returnTo)
  const url = pool.tenant ? new URL(`${publicUrl}/embed/confirm`) : new URL(`${publicUrl}/auth/confirm`)
  if (pool.tenant) url.searchParams.set('tenant', pool.tenant.public_key)
  url.searchParams.set('token_hash', link)
  url.searchParams.set('type', type)
  if (pool.tenant) url.searchParams.set('redirect_to', returnTo)
  else url.searchParams.set('next', pathname + search + hash)
  return url.href
}

/** Asks the person to confirm a new account. */
export function confirmationMail(
  publicUrl: string,
  pool: Pool,
  to: string,
  token: MailToken,
  returnTo: string,
): Mail {
  const brand = pool.tenant?.name ?? PRODUCT
  const letter = writeLetter({
    subject: `Confirm your email for ${brand}`,
    brand,
    lines: [`Thanks for signing up for ${brand}.`, 'Please confirm that this is your email address.'],
    button: {
      label: 'Confirm your email',
      address: confirmationLink(publicUrl, pool, 'signup', token.link, returnTo),
    },
    code: { label: 'Or enter this code:', value: token.code },
    closing: [
      'The link and the code work once, for one day.',
      'If you did not sign up, ignore this mail: no account is opened without you.',
    ],
  })
  return { to, ...letter }
}

/** Tells the owner of an account that somebody signed up with their address again. The answer on screen does not. */
export function alreadyRegisteredMail(publicUrl: string, pool: Pool, to: string): Mail {
  const brand = pool.tenant?.name ?? PRODUCT
  const letter = writeLetter({
    subject: `You already have an account at ${brand}`,
    brand,
    lines: [
      `Somebody, most likely you, tried to sign up for ${brand} with this email address.`,
      'You already have an account. Sign in with the password you chose then.',
    ],
    button: pool.tenant ? undefined : { label: 'Sign in', address: `${publicUrl}/auth` },
    closing: ['If it was not you, there is nothing to do: your account is unchanged.'],
  })
  return { to, ...letter }
}
