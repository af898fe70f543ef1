import type { Ask, Limit, Limits } from '#kernel/limits.ts'
import { addressKey } from '#kernel/limits.ts'
import { mailboxOf } from '#kernel/mail/mailbox.ts'
import { authErrors } from './errors.ts'
import type { Pool } from './pool.ts'

const FIVE_MINUTES = 300
const HOUR = 3600

const requests = (points: number, seconds = FIVE_MINUTES): Limit => ({
  points,
  seconds,
  refuse: authErrors.over_request_rate_limit,
})

/** Limits per client address (IPv6 by /64). The numbers are the official service's. */
const BY_ADDRESS = {
  /** Sign-ins and refreshes. */
  token: requests(150),
  verify: requests(30),
  /** Steps of a sign-in at a provider. Each sign-in takes two. */
  provider: requests(120),
  /**
   * Calls that may send an email or a text message: sign-up, codes and links, recovery, resend, account
   * changes.
   */
  mail: requests(30),
  /** Accounts without an address, which cost the caller nothing. */
  anonymous: requests(30, HOUR),
  /** Challenges and responses of second factors. */
  mfa: requests(30, 60),
  passkey: requests(30),
  web3: requests(30),
} satisfies Record<string, Limit>

export type AddressRule = keyof typeof BY_ADDRESS

/** @throws {AppError} 429 over_request_rate_limit */
export const takeByAddress = (limits: Limits, rule: AddressRule, clientIp: string): Promise<void> =>
  limits.take(`auth.${rule}`, addressKey(clientIp), BY_ADDRESS[rule])

/** Same limit, for a statement that takes the point itself. @throws {AppError} 429 over_request_rate_limit */
export const addressLimitParams = (limits: Limits, rule: AddressRule, clientIp: string): Ask =>
  limits.ask(`auth.${rule}`, addressKey(clientIp), BY_ADDRESS[rule])

/**
 * Wrong passwords for one account (guesses.ts). Spreads NIST 800-63B's limit of a hundred failures in a row
 * over time windows.
 */
export const WRONG_PASSWORD_LIMIT = { ...requests(10), refundable: true } as const

const ANSWERS_TO_ONE_FACTOR = requests(100, 86_400)

/**
 * Counts responses to one factor over a day, right or wrong. It adds to the lock after wrong responses
 * (mfa/factors.ts), so that slow guessing fails too.
 * @throws {AppError} 429 over_request_rate_limit
 */
export const takeFactorAnswer = (limits: Limits, pool: Pool, factorId: string): Promise<void> =>
  limits.take('auth.mfa-factor', `${pool.id} ${factorId}`, ANSWERS_TO_ONE_FACTOR)

type Refusal = 'over_email_send_rate_limit' | 'over_sms_send_rate_limit'

/** Uses the official service's sentence, because our pages and the builders' pages show it unchanged. */
const limitSends =
  (refusal: Refusal) =>
  (points: number, seconds: number): Limit => ({
    points,
    seconds,
    refuse: ({ headers }) =>
      authErrors[refusal]({
        text: `For security purposes, you can only request this after ${headers['retry-after']} seconds.`,
        headers,
      }),
  })

const limitEmails = limitSends('over_email_send_rate_limit')
const ONE_A_MINUTE = limitEmails(1, 60)
const FIVE_AN_HOUR = limitEmails(5, HOUR)
const OF_ONE_TENANT = limitEmails(300, HOUR)
/**
 * The platform's own emails to creators are limited too, because its reputation with mail servers depends on
 * them.
 */
const OF_THE_PLATFORM = limitEmails(3000, HOUR)

/**
 * Takes one email to this mailbox from the rate limits. It counts by address before any lookup, so the
 * refusal does not reveal whether the address has an account.
 * @throws {AppError} 429 over_email_send_rate_limit
 */
export async function takeMail(limits: Limits, pool: Pool, email: string): Promise<void> {
  // One mailbox counts across all tenants, so that many shops cannot flood it together.
  const mailbox = mailboxOf(email)
  await limits.take('auth.mail-minute', mailbox, ONE_A_MINUTE)
  await limits.take('auth.mail-hour', mailbox, FIVE_AN_HOUR)
  if (pool.tenant) await limits.take('auth.mail-tenant', pool.id, OF_ONE_TENANT)
  else await limits.take('auth.mail-platform', pool.id, OF_THE_PLATFORM)
}

const limitTexts = limitSends('over_sms_send_rate_limit')
const ONE_TEXT_A_MINUTE = limitTexts(1, 60)
const FIVE_TEXTS_AN_HOUR = limitTexts(5, HOUR)
/** Text messages cost money and numbers are easy to make up, so each pool has a limit. */
const TEXTS_OF_ONE_POOL = limitTexts(100, HOUR)

/**
 * Takes one text message to this number from the rate limits, before any lookup.
 * @param phone E.164
 * @throws {AppError} 429 over_sms_send_rate_limit
 */
export async function takeText(limits: Limits, pool: Pool, phone: string): Promise<void> {
  await limits.take('auth.sms-minute', `${pool.id} ${phone}`, ONE_TEXT_A_MINUTE)
  await limits.take('auth.sms-hour', phone, FIVE_TEXTS_AN_HOUR)
  await limits.take('auth.sms-pool', pool.id, TEXTS_OF_ONE_POOL)
}
