import type { FileGroup } from './file-types.ts'

/** What a value of a field is: decides its check, its control and its column type in the data API. */
export const FIELD_KINDS = [
  'text',
  'long_text',
  'number',
  'money',
  'yes_no',
  'date',
  'date_time',
  'email',
  'link',
  'phone',
  'choice',
  'choices',
  'file',
  'image',
  'relation',
  'person',
  'rating',
  'position',
] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** One possible value of a choice. `value` is stored and spoken by the API; `title` may be changed freely. */
export interface Choice {
  value: string
  title: string
  /** Name of a color of the design system, for its badge. */
  color?: string
}

/** A field of a tenant's own table, as `data_tables.fields` stores it (docs/decisions/064). */
export interface Field {
  /** Eight characters of [a-z0-9]; never changes. */
  id: string
  /** Column name in the data API, unique in its table. */
  name: string
  title: string
  kind: FieldKind
  help?: string
  required?: boolean
  unique?: boolean
  /** A JSON value of the kind, or a token: `now` (`date`, `date_time`), `me` (`person`). */
  default?: unknown
  /**
   * Numbers: least and greatest value. Texts: number of characters. `choices`: number of choices. `rating`: `max` is the scale. Files:
   * `max` is in megabytes.
   */
  min?: number
  max?: number
  /** Texts: see `compilePattern`. */
  pattern?: string
  /** `choice` and `choices`. */
  choices?: Choice[]
  /** `file`: what it takes. Absent: all groups. */
  types?: FileGroup[]
  /** `relation`: id of the table whose rows it names. */
  table?: string
  /** `money`: ISO 4217 in lower case. Values are minor units. */
  currency?: string
  /** Audience that may read and write the field; absent: everyone who may reach the row. Staff and the service key always may. */
  audience?: string
  /** Typed column of `app.records` with the value. Absent: in `extra`, without an index. */
  slot?: string
  /** Every row is in the index of `slot`. */
  indexed?: boolean
  /** Column with the value as text, for uniqueness. */
  unique_slot?: string
}

/** Columns that every table has beside its fields. */
export const OWN_COLUMNS = ['id', 'created_at', 'updated_at', 'created_by', 'team_id', 'approved'] as const

/** Limits of a table's description; the database enforces the first three. */
export const MOST_FIELDS = 100
export const FIELD_NAME = /^[a-z][a-z0-9_]{0,62}$/
export const MOST_TITLE = 80
export const MOST_CHOICES = 200

/** Characters that a text in a slot may have: an index entry holds 2,700 bytes. */
export const MOST_SLOT_TEXT = 500
/** Characters that any other text may have. */
export const MOST_LONG_TEXT = 20_000
