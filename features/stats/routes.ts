import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { readStatsContract } from './contract.ts'
import { readStats } from './endpoints.ts'
import { statsOf } from './stats.ts'

/** The dashboard polls twice a minute in every tab that shows it. */
const PER_CREATOR = { points: 600, seconds: 600 }

export const functions: Route[] = [
  route(readStats, creator, readStatsContract, async ({ kernel, claims, input }) => {
    await kernel.limits.take('stats.read', claims.sub!, PER_CREATOR)
    return kernel.database.withClaims(claims, (db) => statsOf(db, input))
  }),
]
