import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { isPattern } from './filter.ts'
import type { Condition } from './filter.ts'

/** Milliseconds of database time per page of changes for the patterns of one tenant, or one creator. */
const MAX_MS = 3000

/**
 * The cost of pattern matching per tenant or creator, for one page of changes. A statement timeout limits one
 * filter, but thousands of filters just below it would delay everyone else's changes for minutes.
 */
export interface PatternBudget {
  isSpent(claims: Claims): boolean
  charge(claims: Claims, ms: number): void
}

/** Creates a budget for one page. A subscriber who has spent it gets a new one with the next page. */
export function patternBudget(): PatternBudget {
  const spent = new Map<string, number>()
  return {
    isSpent: (claims) => (spent.get(payer(claims)) ?? 0) >= MAX_MS,
    charge(claims, ms) {
      spent.set(payer(claims), (spent.get(payer(claims)) ?? 0) + ms)
    },
  }
}

/** Members and visitors of a tenant share one budget, so that another sign-up does not add to it. */
const payer = ({ pool, sub }: Claims) => (pool === PLATFORM_POOL ? `${pool} ${sub}` : pool)

/** Whether a filter contains a pattern, whose cost depends on user input. */
export const hasPattern = (conditions: Condition[]): boolean => conditions.some(isPattern)
