import type { BlockManifest } from '#kernel/browser/block-manifest.ts'
import type { NamedBlock, Release } from '#kernel/browser/snippet.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { OurOrigins } from '#kernel/sites/block-rights.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { TenantCard } from '#kernel/tenancy.ts'
import type { Given } from './check.ts'

/** More keys or ids than these on one page are nobody's. */
const MOST = 5
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whose a public key is: the checked tenant's, another one of the same owner by its name, somebody else's, nobody's. */
export type KeyOwner = { of: 'this' | 'stranger' | 'nobody' } | { of: 'own'; name: string }

/** Everything that the findings ask of the database, asked before: they are plain functions of it. */
export interface Known {
  tenant: TenantCard
  origins: OurOrigins
  /** By name. */
  blocks: ReadonlyMap<string, BlockManifest>
  /** The blocks of the printed embed code. */
  snippetBlocks: readonly NamedBlock[]
  releases: readonly Release[]
  /** By public key, of those that the page names. */
  keys: ReadonlyMap<string, KeyOwner>
  /** Plans that the owner does not hold. */
  lacking: ReadonlySet<string>
  /** Ids of the owner's own blocks, of those that the page names. */
  ownBlocks: ReadonlySet<string>
}

/** Asks for what the page's tags name. */
export async function whatIsKnown(
  kernel: Kernel,
  claims: Claims,
  tenant: TenantCard,
  { snippet }: PageFacts,
  { blocks, snippetBlocks, releases }: Given,
): Promise<Known> {
  const keys = [...new Set(snippet.blocks.map((block) => block.tenant))].slice(0, MOST)
  const ids = [...new Set(snippet.blocks.map(({ id }) => id))].filter((id) => UUID.test(id)).slice(0, MOST)
  // As the service, and by owner: creators without a plan cannot read their own blocks, but their pages show them.
  const found = await kernel.database.asService('know what the tags of a page name', async (db) => ({
    tenants: await db
      .selectFrom('tenants')
      .select(['name', 'public_key'])
      .where('owner_user_id', '=', claims.sub!)
      .where('public_key', 'in', [tenant.public_key, ...keys])
      .execute(),
    ownBlocks: ids.length
      ? await db
          .selectFrom('bolt_blocks')
          .select('id')
          .where('user_id', '=', claims.sub!)
          .where('id', 'in', ids)
          .execute()
      : [],
  }))
  const lacking = await plansLacking(kernel, claims)
  const owned = new Map(found.tenants.map((row) => [row.public_key, row.name]))
  const ownerOf = async (key: string): Promise<KeyOwner> => {
    if (key === tenant.public_key) return { of: 'this' }
    const name = owned.get(key)
    if (name !== undefined) return { of: 'own', name }
    return { of: (await kernel.tenancy.byPublicKey(key)) ? 'stranger' : 'nobody' }
  }
  return {
    tenant,
    origins: kernel.config.embedOrigin,
    blocks: new Map(
      blocks
        .flatMap((block) => [block, ...(block.also ?? []).map((place) => ({ ...place, plan: block.plan }))])
        .map((block) => [block.name, block]),
    ),
    snippetBlocks,
    releases,
    keys: new Map(await Promise.all(keys.map(async (key) => [key, await ownerOf(key)] as const))),
    lacking,
    ownBlocks: new Set(found.ownBlocks.map(({ id }) => id)),
  }
}

async function plansLacking({ database }: Kernel, claims: Claims): Promise<Set<string>> {
  const { rows } = await database.once<{ plan: string }>(claims, {
    text: `select plan from unnest(array['pro', 'business']) plan where not app.has_plan($1, plan)`,
    values: [claims.sub],
  })
  return new Set(rows.map(({ plan }) => plan))
}
