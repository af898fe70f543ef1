import { typedAmount, decimalSign } from '#kernel/browser/typed-money.ts'
import type { Item, ItemFields } from '../endpoints-studio.ts'

/** The part of the product form that says who may buy, and who pays less. Ids are empty for none. */
export interface AudienceDraft {
  /** Id of the audience that may buy; empty: everyone. */
  audience: string
  hidden: boolean
  /** Id of the audience that pays the members' price; empty: there is none. */
  memberAudience: string
  memberPrice: string
}

export const emptyAudienceDraft: AudienceDraft = {
  audience: '',
  hidden: false,
  memberAudience: '',
  memberPrice: '',
}

/** Converts a product's rule into form values. */
export const audienceDraftOf = (item: Item): AudienceDraft => ({
  audience: item.audience_id ?? '',
  hidden: item.hidden_from_others,
  memberAudience: item.member_audience_id ?? '',
  memberPrice:
    item.member_price_cents === null
      ? ''
      : typedAmount(item.member_price_cents, item.currency, decimalSign()),
})

type AudienceRule = Pick<
  ItemFields,
  'audience_id' | 'hidden_from_others' | 'member_audience_id' | 'member_price_cents'
>

/**
 * The changed fields to send.
 * @param memberCents the parsed members' price
 * @param item the product being changed; undefined for a new one
 */
export function audienceFieldsOf(
  draft: AudienceDraft,
  memberCents: number | undefined,
  item?: Item,
): AudienceRule {
  const hasPrice = draft.memberAudience !== '' && memberCents !== undefined
  const next = {
    audience_id: draft.audience || null,
    hidden_from_others: draft.audience !== '' && draft.hidden,
    member_audience_id: hasPrice ? draft.memberAudience : null,
    member_price_cents: hasPrice ? memberCents : null,
  }
  const before = {
    audience_id: item?.audience_id ?? null,
    hidden_from_others: item?.hidden_from_others ?? false,
    member_audience_id: item?.member_audience_id ?? null,
    member_price_cents: item?.member_price_cents ?? null,
  }
  return Object.fromEntries(
    Object.entries(next).filter(([field, value]) => before[field as keyof typeof before] !== value),
  )
}
