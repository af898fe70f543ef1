import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Config } from '#kernel/config.ts'
import { keyedHash } from '#kernel/secrets/keyed-hash.ts'
import type { KeyedHash } from '#kernel/secrets/keyed-hash.ts'
import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import { LEAST_MS } from '#kernel/browser/forms/form-state.ts'
import type { Ticket } from './endpoints.ts'
import { formErrors } from './errors.ts'

/** A browser tries half of these on average, which takes it about a tenth of a second. */
const MOST_TRIES = 50_000

const LIFETIME_MS = 24 * 3600 * 1000

/** Deriving keys takes longer than using them. */
const hashes = new WeakMap<Config['secretKeys'], KeyedHash>()

function hashOf({ secretKeys }: Pick<Config, 'secretKeys'>): KeyedHash {
  const known = hashes.get(secretKeys) ?? keyedHash(secretKeys, 'form-ticket')
  hashes.set(secretKeys, known)
  return known
}

/** Issues a ticket for one submission of a form. The server stores nothing. */
export function issueTicket(config: Pick<Config, 'secretKeys'>, formId: string, now = Date.now()): Ticket {
  // The period separates it from the number, so that no digit can move from one to the other.
  const salt = `${randomBytes(12).toString('base64url')}.${now.toString(36)}.${formId}.`
  const challenge = sha256(`${salt}${randomInt(MOST_TRIES + 1)}`)
  return {
    salt,
    challenge,
    signature: hashOf(config).make(`${salt}${challenge}`).toString('base64url'),
    most: MOST_TRIES,
  }
}

/** @throws {AppError} bad_ticket, ticket_expired, too_fast */
export function checkTicket(
  config: Pick<Config, 'secretKeys'>,
  formId: string,
  { salt, challenge, signature }: Omit<Ticket, 'most'>,
  number: number,
  now = Date.now(),
): void {
  const given = Buffer.from(signature, 'base64url')
  const isOurs = hashOf(config)
    .all(`${salt}${challenge}`)
    .some((own) => sameBytes(own, given))
  const [, at = '', form] = salt.split('.')
  if (!isOurs || form !== formId || sha256(`${salt}${number}`) !== challenge) throw formErrors.bad_ticket()
  const age = now - Number.parseInt(at, 36)
  if (age > LIFETIME_MS) throw formErrors.ticket_expired()
  if (age < LEAST_MS) throw formErrors.too_fast()
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
