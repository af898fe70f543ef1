import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { activityOf } from './activity.ts'
import { readActivityContract } from './contract.ts'
import { readActivity } from './endpoints.ts'

/** The dashboard polls twice a minute in every tab that shows it, and reads again after each change. */
const PER_CREATOR = { points: 1200, seconds: 600 }

export const functions: Route[] = [
  route(readActivity, creator, readActivityContract, async ({ kernel, claims, input }) => {
    await kernel.limits.take('activity.read', claims.sub!, PER_CREATOR)
    return kernel.database.withClaims(claims, (db) => activityOf(db, input))
  }),
]
