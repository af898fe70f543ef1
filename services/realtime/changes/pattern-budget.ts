import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { isPattern } from './filter.ts'
import type { Condition } from './filter.ts'

/** Milliseconds of the database that the patterns of one tenant, or one creator, may take for a page of changes. */
const MOST_MS = 3000

/**
 * What comparing with patterns has cost whom, for one page of changes. One filter alone is bounded by its statement;
 * thousands of them, each a little faster than that, would hold up everybody else's changes for minutes.
 */
export interface PatternBudget {
  isSpent(claims: Claims): boolean
  charge(claims: Claims, ms: number): void
}

/** A fresh one for each page: who spent theirs is heard again with the next. */
export function patternBudget(): PatternBudget {
  const spent = new Map<string, number>()
  return {
    isSpent: (claims) => (spent.get(payer(claims)) ?? 0) >= MOST_MS,
    charge(claims, ms) {
      spent.set(payer(claims), (spent.get(payer(claims)) ?? 0) + ms)
    },
  }
}

/** Members and visitors of a tenant share one budget, so that nobody gets more by signing up again. */
const payer = ({ pool, sub }: Claims) => (pool === PLATFORM_POOL ? `${pool} ${sub}` : pool)

/** Whether a filter compares with a pattern, whose cost depends on what somebody wrote into it. */
export const hasPattern = (conditions: Condition[]): boolean => conditions.some(isPattern)
