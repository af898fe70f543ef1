import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import * as changes from './changes.ts'
import * as contracts from './contract.ts'
import * as endpoints from './endpoints.ts'
import { forgetChanges } from './retention.ts'

/** A search can read the whole log. */
const READS = { points: 600, seconds: 600 }
const EXPORTS = { points: 30, seconds: 600 }

export const functions: Route[] = [
  route(endpoints.listChanges, creator, contracts.listChangesContract, async ({ kernel, claims, input }) => {
    await kernel.limits.take('audit.list', claims.sub!, READS)
    return changes.listChanges(kernel, claims, input)
  }),
  route(
    endpoints.exportChanges,
    creator,
    contracts.exportChangesContract,
    async ({ kernel, claims, input }) => {
      await kernel.limits.take('audit.export', claims.sub!, EXPORTS)
      return changes.exportChanges(kernel, claims, input)
    },
  ),
  route(endpoints.keepChanges, creator, contracts.keepChangesContract, ({ kernel, claims, input }) =>
    changes.keepChanges(kernel, claims, input),
  ),
]

export const jobs = { 'audit-retention': (kernel) => forgetChanges(kernel) } satisfies Unit['jobs']
export const schedules = { 'audit-retention': '41 2 * * *' } satisfies Unit['schedules']
