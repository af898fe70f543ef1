import type { BlockManifest } from '#kernel/browser/block-manifest.ts'
import { readReleases } from '#kernel/embed-releases.ts'
import { anyone, creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { checkInstallationContract, newestReleaseContract } from './contract.ts'
import { checkInstallation, newestRelease } from './endpoints.ts'
import { checkPage } from './check.ts'

/** @param blocks every block that a tag can name; the list of features has them from the registry */
export function functionsFor(blocks: readonly BlockManifest[]): Route[] {
  const releases = readReleases()
  return [
    route(checkInstallation, creator, checkInstallationContract, ({ kernel, claims, input }) =>
      checkPage(kernel, claims, input, { blocks, releases }),
    ),
    route(newestRelease, anyone, newestReleaseContract, () =>
      Promise.resolve({ release: releases[0] ?? null }),
    ),
  ]
}
