import { currencyExponent } from '../money.ts'
import type { Field } from './field.ts'
import { isFileKind } from './file-types.ts'
import { type Value, readValue } from './read-value.ts'
import { valueText } from './value-text.ts'

/**
 * What a stored value becomes when its field changes: another kind, other choices, tighter limits.
 * @returns the value in its new form; undefined if it would be lost
 */
export function convertValue(from: Field, to: Field, value: Value): Value | undefined {
  if (value === null) return null
  const { value: kept } = readValue({ ...to, required: false }, translated(from, to, value))
  return kept === null ? undefined : kept
}

/** Kinds whose values mean something else as text than as data. */
function translated(from: Field, to: Field, value: Value): unknown {
  if (from.kind === to.kind) return value
  const isText = to.kind === 'text' || to.kind === 'long_text'
  switch (to.kind) {
    case 'choice':
      return choiceNamed(to, isChoice(from) ? titlesOf(from, value)[0]! : valueText(value))
    case 'choices':
      return (isChoice(from) ? titlesOf(from, value) : valueText(value).split(',')).map((text) =>
        choiceNamed(to, text.trim()),
      )
    case 'money':
      return scaled(from, value, 10 ** currencyExponent(to.currency ?? 'eur'))
    case 'number':
    case 'rating':
    case 'position':
      return from.kind === 'money' && typeof value === 'number'
        ? value / 10 ** currencyExponent(from.currency ?? 'eur')
        : from.kind === 'yes_no'
          ? Number(value)
          : valueText(value)
    case 'date':
      return valueText(value).slice(0, from.kind === 'date_time' ? 10 : undefined)
    default:
      if (isText && isChoice(from)) return titlesOf(from, value).join(', ')
      if (isText && from.kind === 'yes_no') return value ? 'Yes' : 'No'
      if (isText && from.kind === 'money' && typeof value === 'number')
        return (value / 10 ** currencyExponent(from.currency ?? 'eur')).toFixed(
          currencyExponent(from.currency ?? 'eur'),
        )
      // A text that is the id of an upload is none: it was not uploaded for this field.
      if (isFileKind(to.kind)) return isFileKind(from.kind) ? value : null
      return valueText(value)
  }
}

const isChoice = ({ kind }: Field) => kind === 'choice' || kind === 'choices'

function titlesOf({ choices = [] }: Field, value: Value): string[] {
  const values = Array.isArray(value) ? (value as readonly string[]) : [valueText(value)]
  return values.map((one) => choices.find((choice) => choice.value === one)?.title ?? one)
}

/** The value of a choice by its value or title. A text that is none of them is refused when it is read. */
function choiceNamed({ choices = [] }: Field, text: string): string {
  const wanted = text.toLowerCase()
  return (
    choices.find(({ value }) => value === text)?.value ??
    choices.find(({ title, value }) => title.toLowerCase() === wanted || value.toLowerCase() === wanted)
      ?.value ??
    text
  )
}

/** An amount of money in minor units. Fractions of a cent are rounded. */
function scaled(from: Field, value: Value, factor: number): unknown {
  const amount = Number(valueText(value))
  return valueText(value).trim() === '' || Number.isNaN(amount)
    ? valueText(value)
    : Math.round(amount * factor)
}
