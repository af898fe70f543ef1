import { fieldOf, type Json, lineOf, listOf, objectOf, proseOf } from './read-json.ts'
import { fieldLabel } from './field-label.ts'

export const LAYOUTS = ['card', 'row'] as const
export type Layout = (typeof LAYOUTS)[number]

/** Data of a profile block, as the form editor writes it. */
export interface ProfileData {
  type: 'profile'
  /** Names of the values to show, in order; `name`, `email` and `bio` have their own styles. */
  fields: string[]
  /** The values of those fields. */
  values: Record<string, string>
  layout: Layout
  /** Shows the initials of the name in a circle. */
  showAvatar: boolean
}

export const MOST_FIELDS = 20

/** What visitors get of a profile. */
export interface ProfileView {
  kind: 'profile'
  layout: Layout
  avatar: boolean
  name: string
  email: string
  bio: string
  /** All other fields, in the creator's order. */
  facts: { label: string; value: string }[]
}

const OWN = ['name', 'email', 'bio']

/** Values are in `values`; hand-written data may also have them beside it, or in `fields` itself. */
export function profileView(data: Json): ProfileView {
  const fields = fieldOf(data, 'fields')
  const inFields = objectOf(fields)
  const values = objectOf(fieldOf(data, 'values'))
  const names = namesOf(fields, inFields)
  const valueOf = (name: string) =>
    fieldOf(values, name) ?? fieldOf(inFields, name) ?? (OWN.includes(name) ? fieldOf(data, name) : undefined)
  const own = (name: string) => (names.includes(name) ? valueOf(name) : undefined)
  return {
    kind: 'profile',
    layout: LAYOUTS.find((known) => known === fieldOf(data, 'layout')) ?? 'card',
    avatar: fieldOf(data, 'showAvatar') === true,
    name: lineOf(own('name'), 120),
    email: lineOf(own('email'), 254),
    bio: proseOf(own('bio'), 2000),
    facts: names
      .filter((name) => !OWN.includes(name))
      .map((name) => ({ label: fieldLabel(name), value: lineOf(valueOf(name), 500) }))
      .filter(({ value }) => value),
  }
}

/** The fields to show, without duplicates; the three default fields when none are listed. */
function namesOf(fields: unknown, inFields: Json): string[] {
  const listed = Array.isArray(fields)
    ? listOf(fields, MOST_FIELDS)
    : Object.keys(inFields).slice(0, MOST_FIELDS)
  const names = listed.map((name) => lineOf(name, 60)).filter(Boolean)
  return names.length > 0 ? [...new Set(names)] : OWN
}
