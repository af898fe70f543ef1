import { nameOfTitle } from '#kernel/browser/fields/name-of.ts'
import type { Field, FieldKind } from '#kernel/browser/fields/field.ts'
import { readValue } from '#kernel/browser/fields/read-value.ts'
import { possibleOrders, isoDate } from './date-text.ts'
import type { DateOrder } from './date-text.ts'
import { currencyOf, possibleDecimals } from './number-text.ts'
import type { Decimal } from './number-text.ts'
import { readYesNo } from './yes-no-text.ts'

/** What a column seems to contain. */
export interface ColumnGuess {
  kind: FieldKind
  /** More than one: the user must say which. */
  orders: DateOrder[]
  decimals: Decimal[]
  currency?: string
  /** Values of a `choice`, in the order of their first use. */
  choices?: string[]
}

const MOST_GUESSED_CHOICES = 12
const SAMPLE = 5000

/** Guesses the kind of a column from all its cells. @param title for kinds that look alike, such as phone numbers */
export function guessColumn(cells: readonly unknown[], title: string): ColumnGuess {
  const filled = cells.filter((cell) => cell !== null && cell !== '')
  const texts = filled.slice(0, SAMPLE).filter((cell) => typeof cell === 'string')
  const isText = texts.length > 0 && texts.length === Math.min(filled.length, SAMPLE)
  const orders = isText ? possibleOrders(filled.map(String)) : []
  const decimals = isText ? possibleDecimals(filled.map(String)) : []
  const kind =
    filled.length === 0 ? 'text' : isText ? kindOfTexts(texts, title, orders, decimals) : kindOfTyped(filled)
  const guess: ColumnGuess = { kind, orders, decimals }
  if (kind === 'money') guess.currency = currencyOf(texts) ?? 'eur'
  const choices = kind === 'text' ? fewChoices(filled) : undefined
  return choices ? { ...guess, kind: 'choice', choices } : guess
}

const ofKind = (kind: FieldKind): Field => ({ id: 'guessed0', name: 'guess', title: 'Guess', kind })
const all = (texts: readonly string[], kind: FieldKind) =>
  texts.every((text) => !readValue(ofKind(kind), text, true).fault)

function kindOfTexts(
  texts: readonly string[],
  title: string,
  orders: readonly DateOrder[],
  decimals: readonly Decimal[],
): FieldKind {
  if (orders.length > 0)
    return texts.some((text) => isoDate(text, orders[0]!)?.includes('T')) ? 'date_time' : 'date'
  if (all(texts, 'email')) return 'email'
  // Numbers that are no amounts: they start with a plus or a zero.
  const isPhone =
    /phone|tel|mobil|fax|handy/i.test(title) || texts.every((text) => /^\s*(?:\+|00)/.test(text))
  if (isPhone && all(texts, 'phone')) return 'phone'
  // Single letters and digits are rather codes.
  const isWord = texts.some((text) => /..|[✓✔✗是否]/.test(text.trim()))
  if (isWord && texts.every((text) => readYesNo(text) !== undefined)) return 'yes_no'
  if (decimals.length > 0 && !texts.some((text) => /^\s*0\d/.test(text)))
    return currencyOf(texts) ? 'money' : 'number'
  if (texts.every((text) => /^\s*(https?:\/\/|www\.)/i.test(text)) && all(texts, 'link')) return 'link'
  return texts.some((text) => text.length > 500 || /[\r\n]/.test(text)) ? 'long_text' : 'text'
}

function kindOfTyped(cells: readonly unknown[]): FieldKind {
  if (cells.every((cell) => typeof cell === 'boolean')) return 'yes_no'
  if (cells.every((cell) => typeof cell === 'number')) return 'number'
  return cells.some((cell) => String(cell).length > 500) ? 'long_text' : 'text'
}

/** A few words that repeat are a choice. */
function fewChoices(cells: readonly unknown[]): string[] | undefined {
  const values = new Set<string>()
  for (const cell of cells) {
    values.add(String(cell).trim())
    if (values.size > MOST_GUESSED_CHOICES) return undefined
  }
  const isFew = values.size > 1 && cells.length >= values.size * 4
  return isFew && [...values].every((value) => value.length <= 40) ? [...values] : undefined
}

/** Whether the first row names the columns: texts that differ from each other, and none that is a value of another kind. */
export function hasTitles(rows: readonly { cells: readonly unknown[] }[]): boolean {
  const [first, second] = rows
  if (!first || !second) return first !== undefined
  const titles = first.cells.filter((cell) => cell !== null)
  if (!titles.every((cell) => typeof cell === 'string' && cell.length <= 200)) return false
  const isDistinct =
    new Set((titles as string[]).map((title) => title.trim().toLowerCase())).size === titles.length
  return isDistinct && titles.every((title) => ['text', 'long_text'].includes(guessColumn([title], '').kind))
}

/** The field that a column belongs to, by its name or title. */
export function matchField(fields: readonly Field[], title: string): Field | undefined {
  const plain = title.trim().toLowerCase()
  return (
    fields.find(({ name }) => name === title.trim()) ??
    fields.find((field) => field.title.trim().toLowerCase() === plain) ??
    fields.find(({ name }) => name === nameOfTitle(title, new Set()))
  )
}
