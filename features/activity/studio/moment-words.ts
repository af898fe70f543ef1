import { formatDateTime } from '#kernel/browser/dates.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import type { Moment } from '../endpoints.ts'

export interface MomentWords {
  /** On the card: `Your first live sale`. */
  title: string
  /** On the picture: `First live sale`. */
  kicker: string
  figure: string
  /** What was bought, if anything. */
  product: string
  /** `26 Nov 2026, 14:02`. */
  when: string
}

const NAMES: Record<Moment['kind'], string> = {
  'sign-up': 'first sign-up',
  'test-order': 'first test order',
  'live-sale': 'first live sale',
}

/** The texts of a moment, on the card and on its picture. They name no customer. */
export function momentWords(moment: Moment): MomentWords {
  const name = NAMES[moment.kind]
  return {
    title: `Your ${name}`,
    kicker: `${name[0]!.toUpperCase()}${name.slice(1)}`,
    figure: moment.kind === 'sign-up' ? '1 member' : formatPrice(moment.amount, moment.currency),
    product: moment.kind === 'sign-up' ? '' : moment.product,
    when: formatDateTime(moment.at),
  }
}
