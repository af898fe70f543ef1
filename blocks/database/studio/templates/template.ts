import type { GivenField } from '#features/tables/endpoints.ts'
import type { Audience } from '#kernel/browser/audience.ts'

/** A table to start with: fields, rights and a few example rows. */
export interface TableTemplate {
  id: string
  /** Name of the template, for example `Guestbook`. */
  name: string
  /** What it is for, in one sentence. */
  text: string
  /** Title of the new table. */
  title: string
  fields: readonly (GivenField & { name: string })[]
  /**
   * Who may; null: only the owner and staff. Visitors add rows through a form, which has its own rule and its guard against spam, so
   * most templates leave `add` to the form.
   */
  rights: Record<'see' | 'add' | 'change' | 'delete', Audience | null>
  approval: boolean
  /** By names of the fields. */
  rows: readonly Readonly<Record<string, unknown>>[]
}

export const EVERYONE: Audience = { any: [{ kind: 'everyone' }] }
export const SIGNED_IN: Audience = { any: [{ kind: 'signed_in' }] }
export const AUTHOR: Audience = { any: [{ kind: 'owner' }] }
