import { use } from 'react'
import { useQueries } from '@tanstack/react-query'
import { type BlockName, blocks } from '#blocks/registry.ts'
import { blockKinds } from '#blocks/kinds.ts'
import { blockStudios } from '#blocks/screens.tsx'
import type { BlockManifest } from '#kernel/browser/block-manifest.ts'
import { KnownScreens, knownPath } from '../routing/known-screens.ts'
import type { BlockKind, BlockNav, KindUsage } from '../screen.ts'
import type { TenantRow } from '../tenant/tenants.ts'

/** A registered block with pages in the Studio. */
export interface Kind {
  name: BlockName
  manifest: BlockManifest
  nav: BlockNav
  kind: BlockKind | undefined
}

/** Every kind of block, in the order of the navigation. */
export const KINDS: readonly Kind[] = blockStudios
  .flatMap(([name, { nav }]) => (nav ? [{ name, manifest: blocks[name], nav, kind: blockKinds[name] }] : []))
  .toSorted((a, b) => a.nav.order - b.nav.order)

export interface UsedKind extends Kind {
  /** The first of its pages that the user's role includes; undefined without one. */
  path: string | undefined
  /** Undefined if it could not be read, the block does not report it, or its first page is not in the user's role. */
  usage: KindUsage | undefined
}

export const usageKey = (tenantId: string) => ['block-kinds', tenantId]

/**
 * The kinds that a tenant uses, and those it can add. A kind whose use is unknown counts as used, so that its pages can
 * always be reached.
 */
export function useBlockKinds(tenant: TenantRow | undefined) {
  const known = use(KnownScreens)
  const results = useQueries({
    queries: KINDS.map(({ name, kind, nav }) => ({
      queryKey: [...usageKey(tenant?.id ?? ''), tenant?.stripe_mode, name],
      enabled: tenant !== undefined && known.includes(nav.path),
      queryFn: () => kind?.readUsage(tenant!) ?? null,
    })),
  })
  const kinds = KINDS.map((kind, at): UsedKind => ({
    ...kind,
    path: knownPath(known, kind.nav.path),
    usage: results[at]!.data ?? undefined,
  }))
  const isUnused = ({ usage }: UsedKind) => usage?.isInUse === false
  return {
    isLoading: results.some(({ isLoading }) => isLoading),
    used: kinds.filter((kind) => !isUnused(kind)),
    unused: kinds.filter(isUnused),
  }
}
