import type { Limit, Limits } from '#kernel/limits.ts'
import { addressKey } from '#kernel/limits.ts'
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
  /** What may send a mail: sign-up, resend. */
  mail: requests(30),
  /** Challenges and answers of second factors. */
  mfa: requests(15, 60),
  web3: requests(30),
} satisfies Record<string, Limit>

export type AddressRule = keyof typeof BY_ADDRESS

/** @throws {AppError} 429 over_request_rate_limit */
export const takeByAddress = (limits: Limits, rule: AddressRule, clientIp: string): Promise<void> =>
  limits.take(`auth.${rule}`, addressKey(clientIp), BY_ADDRESS[rule])

const SIGN_INS_TO_ONE_ACCOUNT = requests(30)

/** Guesses at one account from one network. @throws {AppError} 429 over_request_rate_limit */
export const takeSignIn = (limits: Limits, pool: Pool, email: string, clientIp: string): Promise<void> =>
  limits.take('auth.sign-in', `${pool.id} ${email} ${addressKey(clientIp)}`, SIGN_INS_TO_ONE_ACCOUNT)

const ANSWERS_TO_ONE_FACTOR = requests(100, 86_400)

/**
 * Answers to one factor, right or wrong, over a day: beside the lock after wrong ones (mfa/factors.ts), so that
 * patient guessing gets nowhere either. @throws {AppError} 429 over_request_rate_limit
 */
export const takeFactorAnswer = (limits: Limits, pool: Pool, factorId: string): Promise<void> =>
  limits.take('auth.mfa-factor', `${pool.id} ${factorId}`, ANSWERS_TO_ONE_FACTOR)

const mails = (points: number, seconds: number): Limit => ({
  points,
  seconds,
  refuse: ({ headers }) =>
    authErrors.over_email_send_rate_limit({
      text: `For security purposes, you can only request this after ${headers['retry-after']} seconds.`,
      headers,
    }),
})
const ONE_A_MINUTE = mails(1, 60)
const FIVE_AN_HOUR = mails(5, HOUR)
const OF_ONE_TENANT = mails(300, HOUR)

/**
 * Room for one more mail to this mailbox. Counted by address before anything is looked up, so that the refusal
 * says nothing about whether the address is known.
 * @throws {AppError} 429 over_email_send_rate_limit
 */
export async function takeMail(limits: Limits, pool: Pool, email: string): Promise<void> {
  // One mailbox across all tenants: a person is not bombed by many shops at once.
  await limits.take('auth.mail-minute', email, ONE_A_MINUTE)
  await limits.take('auth.mail-hour', email, FIVE_AN_HOUR)
  if (pool.tenant) await limits.take('auth.mail-tenant', pool.id, OF_ONE_TENANT)
}
