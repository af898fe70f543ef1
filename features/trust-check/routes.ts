import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import { anyone, creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { checkSite } from './checks.ts'
import * as contracts from './contract.ts'
import * as endpoints from './endpoints.ts'
import { deleteStoredChecks, listStoredChecks, readStoredCheck } from './history.ts'

/** @param blocks everything that a tag can name, from the block registry */
export const functionsFor = (blocks: readonly BlockPlace[]): Route[] => [
  route(
    endpoints.fetchHeaders,
    anyone,
    contracts.fetchHeadersContract,
    ({ kernel, claims, clientIp, input }) => checkSite(kernel, { claims, clientIp, url: input.url, blocks }),
  ),
  route(endpoints.listChecks, creator, contracts.listChecksContract, ({ kernel, claims }) =>
    listStoredChecks(kernel, claims),
  ),
  route(endpoints.readCheck, creator, contracts.readCheckContract, ({ kernel, claims, input }) =>
    readStoredCheck(kernel, claims, input.id),
  ),
  route(endpoints.removeChecks, creator, contracts.removeChecksContract, ({ kernel, claims, input }) =>
    deleteStoredChecks(kernel, claims, input.id),
  ),
]
