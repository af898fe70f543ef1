// What is wrong with a typed event, by field. The server checks the same, and names fields by their path.
import { isCount, priceFault } from '../typed-amount.ts'
import type { EventDraft } from './event-draft.ts'
import { quotaKeys } from './given-event.ts'
import type { TypeDraft } from './type-draft.ts'
import { isSkipped, momentIn } from './zoned-time.ts'

export type TypeField =
  | 'name'
  | 'description'
  | 'price'
  | 'seats'
  | 'most'
  | 'perBuyer'
  | 'groupSize'
  | 'saleUntil'
  | 'phases'
  | 'questions'
  | 'addonOf'
  | 'audience'
  | 'business'

/** A field of the form: of the event, of a type by its key, or of shared seats by theirs. */
export type FieldName = keyof EventDraft | `${string} ${TypeField | 'pool'}`

const SKIPPED = 'The clocks go forward then, and skip this time.'

export type Problems = Partial<Record<FieldName, string>>

/** Empty if the event can be saved. @param taken seats that are held or sold, by the key of a type or of shared seats */
export function problemsOf(draft: EventDraft, taken: (key: string) => number = () => 0): Problems {
  const problems: Problems = {}
  const { zone } = draft
  const [start, end] = [momentIn(draft.startsAt, zone), momentIn(draft.endsAt, zone)]
  if (!draft.title.trim()) problems.title = 'Enter a title.'
  if (!draft.isOnline && !draft.place.trim()) problems.place = 'Enter a place, or choose Online.'
  if (!start) problems.startsAt = 'Enter a date and a time.'
  if (!end) problems.endsAt = 'Enter a date and a time.'
  else if (start && end <= start) problems.endsAt = 'The end must be after the start.'
  for (const name of ['startsAt', 'endsAt', 'cancelUntil'] as const)
    if (isSkipped(draft[name], zone)) problems[name] = SKIPPED
  if (!isCount(draft.refundPercent, 0, 100)) problems.refundPercent = 'From 0 to 100.'
  for (const name of ['onlineUrl', 'recordingUrl'] as const)
    if (draft[name].trim() && !isSecureAddress(draft[name].trim()))
      problems[name] = 'Enter an address that begins with https://'
  for (const { key, name, seats } of draft.pools) {
    if (!name.trim()) problems[`${key} pool`] = 'Enter a name.'
    else if (!isCount(seats, 0, 1_000_000)) problems[`${key} pool`] = 'Enter a number of seats.'
    else if (Number(seats) < taken(key)) problems[`${key} pool`] = `${taken(key)} are taken already.`
  }
  for (const type of draft.types) Object.assign(problems, problemsOfType(type, draft, taken(type.key)))
  return problems
}

function isSecureAddress(text: string): boolean {
  return /^https:\/\/\S+$/.test(text) && text.length <= 2000 && URL.canParse(text)
}

function problemsOfType(type: TypeDraft, { zone, currency }: EventDraft, taken: number): Problems {
  const problems: Problems = {}
  const { key, pools } = type
  const set = (name: TypeField, text: string) => (problems[`${key} ${name}`] = text)
  if (!type.name.trim()) set('name', 'Enter a name.')
  const fault = priceFault(type.price, currency, 'Enter a price; 0 is free.')
  if (fault) set('price', fault)
  const hasOwnSeats = type.seats.trim() !== ''
  if (!hasOwnSeats && pools.length > 0) {
    if (taken > 0) set('seats', `${taken} are taken already.`)
  } else if (!isCount(type.seats, 0, 1_000_000)) set('seats', 'Enter a number.')
  else if (Number(type.seats) < taken) set('seats', `${taken} are taken already.`)
  if (pools.length + Number(hasOwnSeats) > 3) set('seats', 'A ticket takes at most three kinds of seats.')
  if (!isCount(type.most, Math.max(1, type.least), 50)) set('most', `From ${type.least} to 50.`)
  if (type.perBuyer.trim() && !isCount(type.perBuyer, 1, 50)) set('perBuyer', 'From 1 to 50, or nothing.')
  if (!isCount(type.groupSize, 1, 50)) set('groupSize', 'From 1 to 50.')
  const [from, until] = [momentIn(type.saleFrom, zone), momentIn(type.saleUntil, zone)]
  if (from && until && until <= from) set('saleUntil', 'The end must be after the start.')
  if (isSkipped(type.saleFrom, zone) || isSkipped(type.saleUntil, zone)) set('saleUntil', SKIPPED)
  for (const phase of type.phases) {
    const priced = priceFault(phase.price, currency, 'Enter a price for each.')
    if (priced) set('phases', priced)
    else if (isSkipped(phase.until, zone)) set('phases', SKIPPED)
    else if (!momentIn(phase.until, zone) && !phase.sold.trim())
      set('phases', 'Enter until when, or how many.')
    else if (phase.sold.trim() && !isCount(phase.sold, 1, 1_000_000))
      set('phases', 'Enter a number of tickets.')
  }
  for (const { label, kind, choices } of type.questions) {
    if (!label.trim()) set('questions', 'Enter each question.')
    else if (kind === 'choice' && !choices.trim()) set('questions', `Enter the choices of “${label.trim()}”.`)
  }
  return problems
}

/** Fields of the form by the names that the server has for them. */
const EVENT_FIELDS: Record<string, keyof EventDraft> = {
  starts_at: 'startsAt',
  ends_at: 'endsAt',
  audience_id: 'audience',
  cancel_until: 'cancelUntil',
  refund_percent: 'refundPercent',
  online_url: 'onlineUrl',
  recording_url: 'recordingUrl',
}
const TYPE_FIELDS: Record<string, TypeField> = {
  name: 'name',
  description: 'description',
  price_cents: 'price',
  max_per_order: 'most',
  most_per_buyer: 'perBuyer',
  group_size: 'groupSize',
  sale_until: 'saleUntil',
  audience_id: 'audience',
  addon_of: 'addonOf',
  phases: 'phases',
  questions: 'questions',
  quotas: 'seats',
}

/** What is not in the draft any more has no field of its own. */
const REMOVED: Problems = {
  types: 'A ticket that you removed was sold, so it has to stay. Pause its sale instead.',
  pools: 'Seats that you removed are taken, so they have to stay.',
}

/** What the server refused of a draft, by field. Empty if it named none that the form has. */
export function faultsOf(draft: EventDraft, details: unknown): Problems {
  const problems: Problems = {}
  for (const fault of Array.isArray(details) ? (details as { path?: unknown; message?: unknown }[]) : []) {
    const [root, list, place, column] = Array.isArray(fault.path) ? (fault.path as (string | number)[]) : []
    if (root !== 'event' || typeof list !== 'string') continue
    const name = fieldAt(draft, list, Number(place), typeof column === 'string' ? column : undefined)
    const text = String(fault.message)
    if (name) problems[name] ??= REMOVED[name] ?? `This ${text}.`
  }
  return problems
}

function fieldAt(draft: EventDraft, list: string, place: number, column?: string): FieldName | undefined {
  if (Number.isNaN(place) && list === 'quotas') return 'pools'
  if (list === 'types' && !Number.isNaN(place)) {
    const type = draft.types[place]
    return type && `${type.key} ${TYPE_FIELDS[column ?? ''] ?? 'business'}`
  }
  if (list === 'quotas') {
    const key = quotaKeys(draft)[place]
    if (!key) return undefined
    return draft.pools.some((pool) => pool.key === key) ? `${key} pool` : `${key} seats`
  }
  return EVENT_FIELDS[list] ?? (list in draft ? (list as keyof EventDraft) : undefined)
}
