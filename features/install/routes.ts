import { readReleases } from '#kernel/embed-releases.ts'
import { anyone, creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { checkInstallationContract, newestReleaseContract } from './contract.ts'
import { checkInstallation, newestRelease } from './endpoints.ts'
import { type Given, checkPage } from './check.ts'

/** @param known the blocks, passed in from the block registry */
export function functionsFor(known: Omit<Given, 'releases'>): Route[] {
  const releases = readReleases()
  return [
    route(checkInstallation, creator, checkInstallationContract, ({ kernel, claims, input }) =>
      checkPage(kernel, claims, input, { ...known, releases }),
    ),
    route(newestRelease, anyone, newestReleaseContract, () =>
      Promise.resolve({ release: releases[0] ?? null }),
    ),
  ]
}
