import type { Field, FieldKind } from './field.ts'
import type { FileLink } from './file-upload.ts'
import { MOST_LONG_TEXT, MOST_SLOT_TEXT } from './field.ts'
import { compilePattern } from './pattern.ts'

/** Why a value is refused. `limit` is the bound that it broke. */
export interface Fault {
  code:
    | 'required'
    | 'type'
    | 'too_short'
    | 'too_long'
    | 'too_small'
    | 'too_large'
    | 'pattern'
    | 'choice'
    | 'too_few'
    | 'too_many'
  limit?: number
}

/** A value in the form in which it is stored and returned; null: none. */
export type Value = string | number | boolean | null | readonly string[] | StoredFile
/**
 * A file of a row (docs/decisions/071). A writer gives the `id` of an upload; the database adds the rest, whatever the writer says
 * about it.
 */
export interface StoredFile {
  id: string
  name: string
  /** Bytes. */
  size: number
  /** Media type, found in the content. */
  type: string
  /** Pixels of a picture. */
  width?: number
  height?: number
  /** Only in lists: its addresses for their reader. */
  link?: FileLink
}

export type Reading = { value: Value; fault?: undefined } | { value?: undefined; fault: Fault }

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const EMAIL = /^[^\s@<>()[\],;:"\\]{1,64}@[^\s@<>()[\],;:"\\.]+(?:\.[^\s@<>()[\],;:"\\.]+)+$/
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i
// oxlint-disable-next-line no-control-regex -- what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const TRUE = new Set(['true', 't', 'yes', 'y', 'on', '1'])
const FALSE = new Set(['false', 'f', 'no', 'n', 'off', '0'])

/**
 * Checks a value from a client (JSON, a form or a file) and brings it into its stored form. Texts are accepted for every kind,
 * as PostgreSQL accepts them. An empty text is no value, except for texts of the API.
 * @param isTyped the value was typed into a form: texts are trimmed, and an empty one is no value
 */
export function readValue(field: Field, input: unknown, isTyped = false): Reading {
  const given = isTyped && typeof input === 'string' ? input.trim() : input
  const isNone = given === null || given === undefined || (isTyped && (given === '' || isEmptyList(given)))
  if (isNone) return field.required ? refuse('required') : { value: null }
  return READERS[field.kind](field, given)
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
const refuse = (code: Fault['code'], limit?: number): Reading => ({
  fault: limit === undefined ? { code } : { code, limit },
})

const READERS: Record<FieldKind, (field: Field, input: unknown) => Reading> = {
  text: (field, input) => readText(field, input, MOST_SLOT_TEXT),
  long_text: (field, input) => readText(field, input, MOST_LONG_TEXT),
  number: readNumber,
  position: readNumber,
  money: (field, input) => readWhole(field, input, 1e15),
  rating: (field, input) => readWhole({ ...field, min: 1, max: field.max ?? 5 }, input, 10),
  yes_no: readYesNo,
  date: readDate,
  date_time: readDateTime,
  email: (field, input) =>
    typeof input === 'string' && input.length <= 254 && EMAIL.test(input.trim())
      ? readText(field, input.trim().toLowerCase(), 254)
      : refuse('type'),
  link: readLink,
  phone: readPhone,
  choice: (field, input) => (isChoice(field, String(input)) ? { value: String(input) } : refuse('choice')),
  choices: readChoices,
  file: readFile,
  image: (field, input) => {
    const read = readFile(field, input)
    const type = (read.value as StoredFile | undefined)?.type
    // The type of an upload was checked when it arrived.
    return type === '' || type?.startsWith('image/') ? read : refuse('type')
  },
  relation: readId,
  person: readId,
}

function readText({ min, max, pattern }: Field, input: unknown, most: number): Reading {
  const value = typeof input === 'number' || typeof input === 'boolean' ? String(input) : input
  if (typeof value !== 'string' || CONTROL.test(value) || !value.isWellFormed()) return refuse('type')
  const { length } = Array.from(value)
  const limit = Math.min(max ?? most, most)
  if (length > limit) return refuse('too_long', limit)
  if (min !== undefined && length < min) return refuse('too_short', min)
  if (pattern !== undefined && !compilePattern(pattern)?.(value)) return refuse('pattern')
  return { value }
}

function readNumber({ min, max }: Field, input: unknown): Reading {
  const isText = typeof input === 'string' && NUMBER.test(input.trim())
  const value = isText ? Number(input) : input
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('type')
  if (min !== undefined && value < min) return refuse('too_small', min)
  if (max !== undefined && value > max) return refuse('too_large', max)
  // -0 is 0 everywhere but in its text.
  return { value: value === 0 ? 0 : value }
}

function readWhole(field: Field, input: unknown, most: number): Reading {
  const read = readNumber({ ...field, min: field.min ?? -most, max: field.max ?? most }, input)
  return read.value !== undefined && !Number.isInteger(read.value) ? refuse('type') : read
}

function readYesNo(_: Field, input: unknown): Reading {
  if (typeof input === 'boolean') return { value: input }
  const text = typeof input === 'string' ? input.trim().toLowerCase() : ''
  if (TRUE.has(text)) return { value: true }
  return FALSE.has(text) ? { value: false } : refuse('type')
}

function readDate(_: Field, input: unknown): Reading {
  const [, year, month, day] = (typeof input === 'string' && DATE.exec(input.trim())) || []
  return year && isDay(Number(year), Number(month), Number(day))
    ? { value: `${year}-${month}-${day}` }
    : refuse('type')
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year)
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month <= 12
}

/** Without an offset the time is in UTC. */
function readDateTime(_: Field, input: unknown): Reading {
  const found = typeof input === 'string' ? DATE_TIME.exec(input.trim()) : null
  if (!found) return refuse('type')
  const [, date, hour = '00', minute = '00', second = '00', fraction = '', offset = 'Z'] = found
  const [year, month, day] = date!.split('-').map(Number)
  if (!isDay(year!, month!, day!)) return refuse('type')
  const zone = /^z$/i.test(offset) ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`
  const at = Date.parse(`${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`)
  return Number.isNaN(at) ? refuse('type') : { value: new Date(at).toISOString() }
}

function readLink(field: Field, input: unknown): Reading {
  const text = typeof input === 'string' ? input.trim() : ''
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  // oxlint-disable-next-line no-control-regex -- what is looked for
  const isPlain = text !== '' && !/[\s\u0000-\u001f\u007f-\u009f]/.test(text) && URL.canParse(address)
  if (!isPlain || !/^https?:$/.test(new URL(address).protocol) || !new URL(address).hostname.includes('.'))
    return refuse('type')
  return readText(field, address, 2000)
}

function readPhone(_: Field, input: unknown): Reading {
  const text = typeof input === 'string' ? input.trim().replace(/[\s()./-]/g, '') : ''
  return /^\+?\d{3,20}$/.test(text) ? { value: text } : refuse('type')
}

const isChoice = ({ choices = [] }: Field, value: string) => choices.some((choice) => choice.value === value)

function readChoices(field: Field, input: unknown): Reading {
  const list = typeof input === 'string' ? input.split(',').map((part) => part.trim()) : input
  if (!Array.isArray(list) || !list.every((value) => typeof value === 'string')) return refuse('type')
  const value = [...new Set(list)]
  if (!value.every((each) => isChoice(field, each))) return refuse('choice')
  if (field.min !== undefined && value.length < field.min) return refuse('too_few', field.min)
  if (field.max !== undefined && value.length > field.max) return refuse('too_many', field.max)
  return { value }
}

/** An upload by its id, or a stored file. What is known of it is kept, so that a copy of a stored row says the same. */
function readFile(_: Field, input: unknown): Reading {
  const given: Partial<StoredFile> = typeof input === 'string' ? { id: input } : (input ?? {})
  const { id, name, size, type, width, height } = given
  if (typeof id !== 'string' || !UUID.test(id)) return refuse('type')
  const isKnown =
    typeof name === 'string' &&
    name.length <= 255 &&
    !CONTROL.test(name) &&
    Number.isSafeInteger(size) &&
    typeof type === 'string' &&
    /^[\w.+-]+\/[\w.+-]+$/.test(type)
  const pixels = Number.isSafeInteger(width) && Number.isSafeInteger(height) ? { width, height } : {}
  const known = isKnown ? { name, size: size!, type, ...pixels } : { name: '', size: 0, type: '' }
  return { value: { id: id.toLowerCase(), ...known } }
}

function readId(_: Field, input: unknown): Reading {
  return typeof input === 'string' && UUID.test(input) ? { value: input.toLowerCase() } : refuse('type')
}

/** The value of a field that a new row does not name. @param me the signed-in member */
export function defaultValue(field: Field, me?: string): Value {
  const { default: given, kind } = field
  if (given === undefined || given === null) return null
  if (given === 'now' && kind === 'date_time') return new Date().toISOString()
  if (given === 'now' && kind === 'date') return new Date().toISOString().slice(0, 10)
  if (given === 'me' && kind === 'person') return me ?? null
  return readValue({ ...field, required: false }, given).value ?? null
}
