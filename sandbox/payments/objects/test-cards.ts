import { createHash } from 'node:crypto'

/** The behavior of one of Stripe's test cards: https://docs.stripe.com/testing */
export interface TestCard {
  brand: string
  number: string
  last4: string
  /** Result of a payment with it. */
  outcome: 'declines' | 'needs authentication' | 'succeeds'
  refusal?: Refusal
  /** True if the card can be saved although it cannot be charged. */
  attaches?: boolean
  /** True if the bank requires authentication for every payment, so off-session payments fail. */
  asksEveryTime?: boolean
  /** The card's fingerprint: equal for equal numbers, null for numbers that are no test cards. */
  fingerprint: string | null
  /** What happens to a payment or refund afterwards. */
  after?: AfterPayment
}

export type AfterPayment =
  | 'disputed: fraudulent'
  | 'disputed: inquiry'
  | 'disputed: product_not_received'
  | 'refund fails'
  | 'refund pends'

export interface Refusal {
  code: string
  declineCode?: string
  message: string
}

const DECLINED = 'Your card was declined.'

const refusals: Record<string, Refusal> = {
  '4000000000000002': { code: 'card_declined', declineCode: 'generic_decline', message: DECLINED },
  '4000000000000341': { code: 'card_declined', declineCode: 'generic_decline', message: DECLINED },
  '4000000000009995': {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  '4000000000009987': { code: 'card_declined', declineCode: 'lost_card', message: DECLINED },
  '4000000000009979': { code: 'card_declined', declineCode: 'stolen_card', message: DECLINED },
  '4000000000000069': { code: 'expired_card', message: 'Your card has expired.' },
  '4000000000000127': { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  '4000000000000119': {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
}

/** Cards that require authentication; some are declined even after it succeeds. */
const authenticated: Record<string, Refusal | undefined> = {
  '4000002500003155': undefined,
  '4000002760003184': undefined,
  '4000000000003220': undefined,
  '4000008400001629': { code: 'card_declined', declineCode: 'generic_decline', message: DECLINED },
  '4000008260003178': {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
}

const afterwards: Record<string, AfterPayment> = {
  '4000000000000259': 'disputed: fraudulent',
  '4000000000001976': 'disputed: inquiry',
  '4000000000002685': 'disputed: product_not_received',
  '4000000000005126': 'refund fails',
  '4000000000007726': 'refund pends',
}

const successes: Record<string, string> = {
  '4242424242424242': 'visa',
  '4000056655665556': 'visa',
  '5555555555554444': 'mastercard',
  '2223003122003222': 'mastercard',
  '5200828282828210': 'mastercard',
  '378282246310005': 'amex',
  '371449635398431': 'amex',
  '6011111111111117': 'discover',
  '3056930009020004': 'diners',
  '3566002020360505': 'jcb',
  '6200000000000005': 'unionpay',
  '4000000000003055': 'visa',
  ...Object.fromEntries(Object.keys(afterwards).map((number) => [number, 'visa'])),
}

/** Payment methods the API accepts by name, as the official command line recipes use them. */
const named: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeInquiry: '4000000000001976',
  pm_card_createDisputeProductNotReceived: '4000000000002685',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_authenticationRequired: '4000002500003155',
  pm_card_threeDSecureRequired: '4000002760003184',
}

/** The test card with this number. Unlisted numbers, especially real ones, are declined and never stored. */
export function testCard(number: string): TestCard {
  const last4 = number.slice(-4)
  const brand = successes[number]
  const fingerprint = fingerprintOf(number)
  const after = afterwards[number]
  if (brand) return { brand, number, last4, outcome: 'succeeds', fingerprint, ...(after ? { after } : {}) }
  if (number in authenticated) {
    const refused = authenticated[number]
    return {
      ...(refused ? { refusal: refused } : {}),
      brand: 'visa',
      number,
      last4,
      outcome: 'needs authentication',
      asksEveryTime: number !== '4000002500003155',
      fingerprint,
    }
  }
  const known = refusals[number]
  const refusal = known ?? {
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message: 'Your card was declined. The sandbox accepts test card numbers only.',
  }
  return {
    brand: 'visa',
    number,
    last4,
    outcome: 'declines',
    refusal,
    attaches: number === '4000000000000341',
    fingerprint: known ? fingerprint : null,
  }
}

function fingerprintOf(number: string): string {
  return createHash('sha256').update(`sandbox card ${number}`).digest('base64url').slice(0, 16)
}

export function namedTestCard(paymentMethod: string): TestCard | undefined {
  const number = named[paymentMethod]
  return number === undefined ? undefined : testCard(number)
}

/** Validates the check digit of a card number (ISO/IEC 7812). */
export function hasValidCheckDigit(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  let sum = 0
  for (const [at, digit] of Array.from(number, Number).toReversed().entries()) {
    const value = at % 2 === 1 ? digit * 2 : digit
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
