/**
 * One alternative of an audience. `kind` says which facts let someone in; at most one further field says which
 * product, role or people. Times are in UTC without fractions (`2026-03-01T08:00:00Z`).
 */
export interface Alternative {
  kind: string
  /** `bought`: the product's id. */
  source?: string
  /** `role`: its name. */
  role?: string
  /** `people`: ids of members. */
  ids?: string[]
  from?: string
  until?: string
  /** Days since the member joined, bought or got the role. */
  after_days?: number
}

/** Who may, as data (docs/decisions/057): one alternative that applies is enough, and without any it is no one. */
export interface Audience {
  any: Alternative[]
}

export const NO_ONE: Audience = { any: [] }

/** Limits of a rule; the database enforces them. */
export const MOST_ALTERNATIVES = 20
export const MOST_PEOPLE = 1000
export const MOST_DAYS = 9999
