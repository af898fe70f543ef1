// A type of ticket as it is typed. Pure, as all of the form.
import type { DecimalSign } from '#kernel/browser/typed-money.ts'
import { typedAmount } from '#kernel/browser/typed-money.ts'
import type { Question } from '#blocks/tickets/endpoints.ts'
import type { QuotaRow, TypeRow } from './event-rows.ts'
import { localIn } from './zoned-time.ts'

/** A price until a time, a number of units, or whichever comes first. */
export interface PhaseDraft {
  key: string
  /** Set by the data API; the form keeps it. */
  name: string | null
  price: string
  until: string
  sold: string
}

export interface QuestionDraft extends Pick<Question, 'id' | 'label' | 'kind'> {
  required: boolean
  /** One in each line. */
  choices: string
}

export interface TypeDraft {
  /** Of a stored type. */
  id?: string
  /** The stored seats of this type alone. */
  quotaId?: string
  /** Unique in the form. */
  key: string
  name: string
  description: string
  price: string
  isDonation: boolean
  /** Of this type alone; may be empty if it takes shared ones. */
  seats: string
  /** Keys of the shared seats that it takes too. */
  pools: string[]
  saleFrom: string
  saleUntil: string
  least: number
  most: string
  /** Empty: no limit. */
  perBuyer: string
  groupSize: string
  isHidden: boolean
  /** Key of the type that it is added to, or empty. */
  addonOf: string
  /** Id of an audience, or empty for everyone. */
  audience: string
  hasWaitingList: boolean
  isTransferable: boolean
  isOpen: boolean
  phases: PhaseDraft[]
  questions: QuestionDraft[]
}

let keys = 0
const newKey = () => `new ${++keys}`

export const newType = (): TypeDraft => ({
  key: newKey(),
  name: '',
  description: '',
  price: '',
  isDonation: false,
  seats: '',
  pools: [],
  saleFrom: '',
  saleUntil: '',
  least: 1,
  most: '10',
  perBuyer: '',
  groupSize: '1',
  isHidden: false,
  addonOf: '',
  audience: '',
  hasWaitingList: false,
  isTransferable: true,
  isOpen: true,
  phases: [],
  questions: [],
})

export const newPhase = (): PhaseDraft => ({ key: newKey(), name: null, price: '', until: '', sold: '' })

/** With an id that its answers are stored by. */
export const newQuestion = (): QuestionDraft => ({
  id: `q_${crypto.randomUUID().slice(0, 8)}`,
  label: '',
  kind: 'text',
  required: false,
  choices: '',
})

/** Seats that several types take. */
export interface PoolDraft {
  id?: string
  key: string
  name: string
  seats: string
}
export const newPool = (name: string, seats = ''): PoolDraft => ({ key: newKey(), name, seats })

/** Seats of a type alone: the first ones that no other type takes. */
export const ownQuota = (type: TypeRow, types: readonly TypeRow[]): QuotaRow | undefined =>
  type.quotas.find(({ id }) =>
    types.every((other) => other === type || other.quotas.every((one) => one.id !== id)),
  )

export function typeDraftOf(
  type: TypeRow,
  {
    types,
    currency,
    zone,
    decimal,
  }: { types: readonly TypeRow[]; currency: string; zone: string; decimal: DecimalSign },
): TypeDraft {
  const local = (time: string | null) => (time ? localIn(time, zone) : '')
  const own = ownQuota(type, types)
  return {
    id: type.id,
    ...(own && { quotaId: own.id }),
    key: type.id,
    name: type.name,
    description: type.description ?? '',
    price: typedAmount(type.price_cents, currency, decimal),
    isDonation: type.is_donation,
    seats: own ? String(own.capacity) : '',
    pools: type.quotas.filter((quota) => quota !== own).map(({ id }) => id),
    saleFrom: local(type.sale_from),
    saleUntil: local(type.sale_until),
    least: type.min_per_order,
    most: String(type.max_per_order),
    perBuyer: type.most_per_buyer === null ? '' : String(type.most_per_buyer),
    groupSize: String(type.group_size),
    isHidden: type.is_hidden,
    addonOf: type.addon_of ?? '',
    audience: type.audience_id ?? '',
    hasWaitingList: type.has_waiting_list,
    isTransferable: type.is_transferable,
    isOpen: type.is_open,
    phases: type.phases.map((phase) => ({
      key: phase.id,
      name: phase.name,
      price: typedAmount(phase.price_cents, currency, decimal),
      until: local(phase.until_at),
      sold: phase.until_sold === null ? '' : String(phase.until_sold),
    })),
    questions: type.questions.map(({ id, label, kind, required = false, choices = [] }) => ({
      id,
      label,
      kind,
      required,
      choices: choices.join('\n'),
    })),
  }
}

/** Removes a type: what was added to it is sold alone. */
export const withoutType = (types: readonly TypeDraft[], key: string): TypeDraft[] =>
  types
    .filter((type) => type.key !== key)
    .map((type) => (type.addonOf === key ? { ...type, addonOf: '' } : type))

/**
 * A type for members beside one for everyone: the same ticket at a price of their own, from the same seats.
 * @returns the types and pools of the event with it
 */
export function withMembersType(
  event: { types: readonly TypeDraft[]; pools: readonly PoolDraft[] },
  key: string,
): { types: TypeDraft[]; pools: PoolDraft[] } {
  const base = event.types.find((type) => type.key === key)
  if (!base) return { types: [...event.types], pools: [...event.pools] }
  // Seats that were of the one type alone are shared now. They are the same row, so that what is taken stays taken.
  const pool: PoolDraft | undefined = base.pools.length
    ? undefined
    : {
        ...newPool(base.name.trim() || 'Seats', base.seats),
        ...(base.quotaId && { id: base.quotaId, key: base.quotaId }),
      }
  const { quotaId: _, ...shared } = base
  const after: TypeDraft = pool ? { ...shared, seats: '', pools: [pool.key] } : base
  const { id: __, quotaId: ___, ...copied } = after
  const members: TypeDraft = {
    ...copied,
    key: newKey(),
    name: `${base.name.trim() || 'Ticket'}, members`.slice(0, 80),
    seats: '',
    pools: after.pools,
    phases: [],
    addonOf: base.addonOf,
  }
  return {
    types: event.types.flatMap((type) => (type.key === key ? [after, members] : [type])),
    pools: [...event.pools, ...(pool ? [pool] : [])],
  }
}
