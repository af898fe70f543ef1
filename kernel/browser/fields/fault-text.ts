import type { Field } from './field.ts'
import type { Fault } from './read-value.ts'

const TYPES: Partial<Record<Field['kind'], string>> = {
  number: 'a number',
  money: 'a whole number of cents',
  rating: 'a whole number',
  position: 'a number',
  yes_no: 'yes or no',
  date: 'a date, such as 2026-03-01',
  date_time: 'a date and time, such as 2026-03-01T09:30:00Z',
  email: 'an email address',
  link: 'a web address',
  phone: 'a phone number',
  choices: 'a list of choices',
  file: 'a file',
  image: 'a picture',
  relation: 'the id of a row',
  person: 'the id of a member',
}

const TEXTS: Record<Exclude<Fault['code'], 'type'>, string> = {
  required: 'must not be empty',
  too_short: 'must have at least # characters',
  too_long: 'must have at most # characters',
  too_small: 'must be at least #',
  too_large: 'must be at most #',
  pattern: 'does not have the required form',
  choice: 'must be one of the choices',
  too_few: 'needs at least # choices',
  too_many: 'takes at most # choices',
}

/** What is wrong, in English: "must have at most 200 characters". */
export function faultText({ code, limit }: Fault, { kind }: Pick<Field, 'kind'>): string {
  if (code === 'type') return `must be ${TYPES[kind] ?? 'text without control characters'}`
  return TEXTS[code].replace('#', String(limit))
}
