import type { Ask, Limit, Limits } from '#kernel/limits.ts'
import { addressKey } from '#kernel/limits.ts'
import { mailboxOf } from './accounts/email-address.ts'
import { authErrors } from './errors.ts'
import type { Pool } from './pool.ts'

const FIVE_MINUTES = 300
const HOUR = 3600

const requests = (points: number, seconds = FIVE_MINUTES): Limit => ({
  points,
  seconds,
  refuse: authErrors.over_request_rate_limit,
})

/** Per address of the caller; IPv6 by /64. The figures are the official service's. */
const BY_ADDRESS = {
  /** Sign-ins and refreshes. */
  token: requests(150),
  verify: requests(30),
  /** Steps of a sign-in at a provider: each has two. */
  provider: requests(120),
  /** What may send a mail or a text message: sign-up, codes and links, recovery, resend, changes of an account. */
  mail: requests(30),
  /** Accounts without an address, which cost a caller nothing. */
  anonymous: requests(30, HOUR),
  /** Challenges and answers of second factors. */
  mfa: requests(30, 60),
  passkey: requests(30),
  web3: requests(30),
} satisfies Record<string, Limit>

export type AddressRule = keyof typeof BY_ADDRESS

/** @throws {AppError} 429 over_request_rate_limit */
export const takeByAddress = (limits: Limits, rule: AddressRule, clientIp: string): Promise<void> =>
  limits.take(`auth.${rule}`, addressKey(clientIp), BY_ADDRESS[rule])

/** The same for a statement that takes the point itself. @throws {AppError} 429 over_request_rate_limit */
export const askByAddress = (limits: Limits, rule: AddressRule, clientIp: string): Ask =>
  limits.ask(`auth.${rule}`, addressKey(clientIp), BY_ADDRESS[rule])

/** Wrong ones for one account (guesses.ts), as NIST 800-63B's hundred in a row spread over a window. */
export const WRONG_PASSWORDS = { ...requests(10), refundable: true } as const

const ANSWERS_TO_ONE_FACTOR = requests(100, 86_400)

/**
 * Answers to one factor, right or wrong, over a day: beside the lock after wrong ones (mfa/factors.ts), so that
 * patient guessing gets nowhere either. @throws {AppError} 429 over_request_rate_limit
 */
export const takeFactorAnswer = (limits: Limits, pool: Pool, factorId: string): Promise<void> =>
  limits.take('auth.mfa-factor', `${pool.id} ${factorId}`, ANSWERS_TO_ONE_FACTOR)

type Refusal = 'over_email_send_rate_limit' | 'over_sms_send_rate_limit'

/** In the official service's sentence: pages of ours and of builders show it as it is. */
const messages =
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

const mails = messages('over_email_send_rate_limit')
const ONE_A_MINUTE = mails(1, 60)
const FIVE_AN_HOUR = mails(5, HOUR)
const OF_ONE_TENANT = mails(300, HOUR)
/** The platform's own mails to creators have an end too: what is sent in its name is its standing with mail servers. */
const OF_THE_PLATFORM = mails(3000, HOUR)

/**
 * Room for one more mail to this mailbox. Counted by address before anything is looked up, so that the refusal
 * says nothing about whether the address is known.
 * @throws {AppError} 429 over_email_send_rate_limit
 */
export async function takeMail(limits: Limits, pool: Pool, email: string): Promise<void> {
  // One mailbox across all tenants: a person is not bombed by many shops at once.
  const mailbox = mailboxOf(email)
  await limits.take('auth.mail-minute', mailbox, ONE_A_MINUTE)
  await limits.take('auth.mail-hour', mailbox, FIVE_AN_HOUR)
  if (pool.tenant) await limits.take('auth.mail-tenant', pool.id, OF_ONE_TENANT)
  else await limits.take('auth.mail-platform', pool.id, OF_THE_PLATFORM)
}

const texts = messages('over_sms_send_rate_limit')
const ONE_TEXT_A_MINUTE = texts(1, 60)
const FIVE_TEXTS_AN_HOUR = texts(5, HOUR)
/** Text messages cost money, and numbers are easily made up: one pool's bill has an end. */
const TEXTS_OF_ONE_POOL = texts(100, HOUR)

/**
 * Room for one more text message to this number, counted before anything is looked up.
 * @param phone E.164
 * @throws {AppError} 429 over_sms_send_rate_limit
 */
export async function takeText(limits: Limits, pool: Pool, phone: string): Promise<void> {
  await limits.take('auth.sms-minute', `${pool.id} ${phone}`, ONE_TEXT_A_MINUTE)
  await limits.take('auth.sms-hour', phone, FIVE_TEXTS_AN_HOUR)
  await limits.take('auth.sms-pool', pool.id, TEXTS_OF_ONE_POOL)
}
