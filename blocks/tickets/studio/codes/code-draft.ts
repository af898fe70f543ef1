// Codes as they are typed, and what they do in words. Pure.
import { csvCell } from '#kernel/browser/csv-cell.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import type { EventRow } from '../events/event-rows.ts'
import { momentIn } from '../events/zoned-time.ts'
import { centsOf, isCount, priceFault } from '../typed-amount.ts'

export interface CodeRow {
  id: string
  code: string
  kind: 'unlock' | 'percent' | 'amount'
  value: number
  type_ids: string[]
  most: number | null
  held: number
  used: number
  from_at: string | null
  until_at: string | null
}

export interface CodeDraft {
  /** Several at once get random codes that begin with `code`. */
  count: string
  code: string
  kind: CodeRow['kind']
  value: string
  /** Ids of the types that it is for; empty: all. */
  types: string[]
  /** Tickets, or groups; empty: no limit. */
  most: string
  until: string
}

export const newCode = (): CodeDraft => ({
  count: '1',
  code: '',
  kind: 'percent',
  value: '10',
  types: [],
  most: '',
  until: '',
})

export const MOST_AT_ONCE = 500

export type CodeField = 'count' | 'code' | 'value' | 'most' | 'types'

/** As visitors type it, and as it is stored. */
export const codeOf = (typed: string): string => typed.trim().toUpperCase()

export function codeProblems(draft: CodeDraft, currency: string): Partial<Record<CodeField, string>> {
  const problems: Partial<Record<CodeField, string>> = {}
  const isBulk = draft.count.trim() !== '1'
  if (!isCount(draft.count, 1, MOST_AT_ONCE)) problems.count = `From 1 to ${MOST_AT_ONCE}.`
  if (isBulk && !/^[A-Z0-9_-]{0,20}$/.test(codeOf(draft.code)))
    problems.code = 'At most 20 letters, digits, - and _.'
  if (!isBulk && !/^[A-Z0-9_-]{3,40}$/.test(codeOf(draft.code)))
    problems.code = 'From 3 to 40 letters, digits, - and _.'
  if (draft.kind === 'percent' && !isCount(draft.value, 1, 100)) problems.value = 'From 1 to 100.'
  if (draft.kind === 'amount') {
    const fault = priceFault(draft.value, currency, 'Enter an amount.')
    if (fault ?? centsOf(draft.value, currency) === 0) problems.value = fault ?? 'Enter an amount.'
  }
  if (draft.most.trim() && !isCount(draft.most, 1, 1_000_000)) problems.most = 'Enter a number, or nothing.'
  return problems
}

/** No vowels, so that no words occur, and nothing that is mistaken for something else. */
const SIGNS = 'BCDFGHJKLMNPQRSTVWXZ23456789'

/** Eight random characters: 38 bits, more than anyone guesses at 600 tries in ten minutes. */
export function randomCode(prefix: string): string {
  const limit = 256 - (256 % SIGNS.length)
  let code = ''
  while (code.length < 8)
    for (const byte of crypto.getRandomValues(new Uint8Array(16)))
      if (byte < limit && code.length < 8) code += SIGNS[byte % SIGNS.length]
  return prefix + code
}

/** The rows of a draft without problems. */
export function codeRows(draft: CodeDraft, { currency, zone }: Pick<EventRow, 'currency' | 'zone'>) {
  const { kind } = draft
  const same = {
    kind,
    value: kind === 'unlock' ? 0 : kind === 'percent' ? Number(draft.value) : centsOf(draft.value, currency),
    type_ids: draft.types,
    most: draft.most.trim() ? Number(draft.most) : null,
    until_at: momentIn(draft.until, zone) ?? null,
  }
  const count = Number(draft.count)
  if (count === 1) return [{ code: codeOf(draft.code), ...same }]
  const codes = new Set<string>()
  while (codes.size < count) codes.add(randomCode(codeOf(draft.code)))
  return [...codes].map((code) => ({ code, ...same }))
}

type Does = Pick<CodeRow, 'kind' | 'value' | 'type_ids'>

/** `10% off Seat`, `€5.00 off each ticket`, `Shows VIP`. */
export function doesText(
  { kind, value, type_ids }: Does,
  { types, currency }: Pick<EventRow, 'types' | 'currency'>,
): string {
  const named = types.filter(({ id }) => type_ids.includes(id))
  const hidden = (named.length > 0 ? named : types)
    .filter(({ is_hidden }) => is_hidden)
    .map(({ name }) => name)
  const shows = hidden.length > 0 ? `Shows ${hidden.join(', ')}` : ''
  if (kind === 'unlock') return shows || 'Shows hidden tickets'
  const off = kind === 'percent' ? `${value}% off` : `${formatPrice(value, currency)} off`
  const what = named.length > 0 ? named.map(({ name }) => name).join(', ') : 'each ticket'
  return `${off} ${what}${shows ? `. ${shows}` : ''}`
}

export type CodeState = 'open' | 'used up' | 'ended'

/** @param now by this browser's clock, for lists only */
export function codeState({ most, used, held, until_at }: CodeRow, now = Date.now()): CodeState {
  if (until_at && Date.parse(until_at) <= now) return 'ended'
  return most !== null && used + held >= most ? 'used up' : 'open'
}

/** All codes as a table for spreadsheets. */
export function codesCsv(codes: readonly CodeRow[], event: Pick<EventRow, 'types' | 'currency'>): string {
  const lines = codes.map((code) =>
    [code.code, doesText(code, event), code.used, code.most ?? '', code.until_at ?? '', codeState(code)]
      .map((cell) => csvCell(cell))
      .join(','),
  )
  return `${['Code,What it does,Used,Limit,Until,State', ...lines].join('\r\n')}\r\n`
}
