import type { Value } from '#kernel/browser/fields/read-value.ts'
import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import { valueText } from '#kernel/browser/fields/value-text.ts'
import { decimalSign, parsePrice, typedAmount } from '#kernel/browser/typed-money.ts'
import type { AskedField } from '#kernel/browser/forms/form-design.ts'
import type { Answers } from '#kernel/browser/forms/form-rules.ts'

/** What the controls of a form have, by id of the field: a text, a list of choices, or whether a box is ticked. */
export type Typed = Record<string, string | string[] | boolean>

/** Reads the controls of a form that are there now. */
export function readControls(form: HTMLFormElement, fields: Iterable<AskedField>): Typed {
  const data = new FormData(form)
  const typed: Typed = {}
  for (const { id, kind } of fields) {
    if (!form.querySelector(`[name="${CSS.escape(id)}"]`)) continue
    if (kind === 'choices') typed[id] = data.getAll(id).map(String)
    else if (kind === 'yes_no') typed[id] = data.has(id)
    else typed[id] = textOf(data.get(id))
  }
  return typed
}

/** Puts values into the controls of a form that are there now. Files have no control of their own. They stay as they are. */
export function writeControls(form: HTMLFormElement, fields: Iterable<AskedField>, values: Typed): void {
  for (const { id, kind } of fields) {
    const value = values[id]
    if (value === undefined || isFileKind(kind)) continue
    const controls = form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(id)}"]`)
    for (const control of controls)
      if (kind === 'yes_no') control.checked = value === true
      else if (/^(?:radio|checkbox)$/.test(control.type))
        control.checked = Array.isArray(value) ? value.includes(control.value) : value === control.value
      else control.value = String(value)
  }
}

/** Values for fields that the visitor has not changed from their first value. */
export const forUntouched = (values: Typed, now: Typed, first: Typed): Typed =>
  Object.fromEntries(
    Object.entries(values).filter(([id]) => !(id in now) || comparable(now[id]) === comparable(first[id])),
  )

/** An empty control has the value of a field without one. */
const comparable = (value: Typed[string] | undefined) =>
  JSON.stringify(value === false || (Array.isArray(value) && value.length === 0) ? '' : (value ?? ''))

/** The controls that have another value than at first. */
export const changedControls = (typed: Typed, first: Typed): Typed =>
  Object.fromEntries(
    Object.entries(typed).filter(([id, value]) => JSON.stringify(value) !== JSON.stringify(first[id])),
  )

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')

/** What is sent: amounts in minor units, local times with their offset. */
export function answersOf(typed: Typed, fields: ReadonlyMap<string, AskedField>): Answers {
  return Object.fromEntries(
    Object.entries(typed).map(([id, value]) => {
      const field = fields.get(id)
      return [id, typeof value === 'string' && field ? wireText(field, value.trim()) : value]
    }),
  )
}

/** Instead of an answer while a file is sent: the rules refuse it, so that the form waits. */
export const UPLOADING = '-'

/** The answer to a question for a file: the id of the upload, and the name for the visitor. */
export const fileAnswer = (id: string, name: string): string => `${id} ${name}`
export const nameInAnswer = (answer: string): string => answer.slice(37)

function wireText({ kind, currency }: AskedField, text: string): string | number {
  if (text === '') return text
  if (kind === 'file' || kind === 'image') return text.split(' ')[0]!
  if (kind === 'money') {
    const price = parsePrice(text, currency, decimalSign())
    // A text is refused by the rules, at its question.
    return 'cents' in price ? price.cents : text
  }
  if (kind === 'number') return decimalSign() === ',' ? text.replace(',', '.') : text
  if (kind === 'date_time' && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString()
  return text
}

/** A limit as the visitor reads it: an amount in major units. */
export const typedLimit = ({ kind, currency = 'eur' }: AskedField, limit: number): string =>
  kind === 'money' ? typedAmount(limit, currency, decimalSign()) : String(limit)

/** A stored value as its control has it. */
export function typedValue(
  { kind, currency = 'eur' }: AskedField,
  value: Value | undefined,
): Typed[string] | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(String)
  if (kind === 'money') return typedAmount(Number(value), currency, decimalSign())
  const text = valueText(value)
  return kind === 'date_time' ? localTime(text) : text
}

/** The form that a control for a local date and time reads. */
function localTime(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime())
    ? ''
    : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
