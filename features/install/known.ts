import type { BlockManifest } from '#kernel/browser/block-manifest.ts'
import type { NamedBlock, Release } from '#kernel/browser/snippet.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { OurOrigins } from '#kernel/sites/block-rights.ts'
import { readAttribute } from '#kernel/sites/found-snippet.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { TenantCard } from '#kernel/tenancy.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { Given } from './check.ts'

/** Maximum number of keys or ids looked up for one page. */
const MOST = 5
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The owner of a public key: the checked tenant, another tenant of the same owner (by name), another creator,
 * or no tenant.
 */
export type KeyOwner = { of: 'this' | 'other' | 'none' } | { of: 'own'; name: string }

/**
 * Everything that the findings need from the database. It is loaded first, so that findings are pure
 * functions.
 */
export interface Known {
  tenant: TenantCard
  origins: OurOrigins
  /** Sorted by name. */
  blocks: ReadonlyMap<string, BlockManifest>
  /** The blocks in the printed embed code. */
  snippetBlocks: readonly NamedBlock[]
  releases: readonly Release[]
  /** Owners by public key, for the keys on the page. */
  keys: ReadonlyMap<string, KeyOwner>
  /** Plans that the owner does not have. */
  lacking: ReadonlySet<string>
  /** Ids of the owner's own blocks, for the ids on the page. */
  ownBlocks: ReadonlySet<string>
  /** State for visitors of the forms and lists that the page names, by id; those that do not exist are missing. */
  content: ReadonlyMap<string, string>
}

/** Functions that a visitor's page calls, by the attribute with the id of a form or list. */
const CONTENT: Readonly<Record<string, string>> = {
  form: 'select id, state from app.open_form($1)',
  view: `select id, 'open' as state from app.open_list($1)`,
}

/** Loads what the findings need to know about the tags of a page. */
export async function whatIsKnown(
  kernel: Kernel,
  claims: Claims,
  tenant: TenantCard,
  { snippet }: PageFacts,
  { blocks, snippetBlocks, releases }: Given,
): Promise<Known> {
  const keys = [...new Set(snippet.blocks.map((block) => block.tenant))].slice(0, MOST)
  const ids = [...new Set(snippet.blocks.map(({ id }) => id))].filter((id) => UUID.test(id)).slice(0, MOST)
  const mine = await kernel.database.withClaims(claims, (db) =>
    db
      .selectFrom('tenants')
      .select(['name', 'public_key'])
      .where('public_key', 'in', [tenant.public_key, ...keys])
      .execute(),
  )
  const { owner_user_id: owner } = await kernel.database.withClaims(claims, (db) =>
    tenantWith(db, tenant.id, 'see'),
  )
  // Runs as the service, filtered by owner: creators without a plan cannot read their own blocks, and staff cannot
  // read those of the owner, but the tenant's pages show them.
  const ownBlocks = ids.length
    ? await kernel.database.asService('closed: look up what the tags of a page name', (db) =>
        db
          .selectFrom('bolt_blocks')
          .select('id')
          .where('user_id', '=', owner)
          .where('id', 'in', ids)
          .execute(),
      )
    : []
  const lacking = await plansLacking(kernel, claims, owner)
  const owned = new Map(mine.map((row) => [row.public_key, row.name]))
  const ownerOf = async (key: string): Promise<KeyOwner> => {
    if (key === tenant.public_key) return { of: 'this' }
    const name = owned.get(key)
    if (name !== undefined) return { of: 'own', name }
    return { of: (await kernel.tenancy.byPublicKey(key)) ? 'other' : 'none' }
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
    ownBlocks: new Set(ownBlocks.map(({ id }) => id)),
    content: await contentOf(kernel, tenant, snippet),
  }
}

async function plansLacking({ database }: Kernel, claims: Claims, owner: string): Promise<Set<string>> {
  const { rows } = await database.once<{ plan: string }>(claims, {
    text: `select plan from unnest(array['pro', 'business']) plan where not app.has_plan($1, plan)`,
    values: [owner],
  })
  return new Set(rows.map(({ plan }) => plan))
}

/** Asks as a visitor of the tenant, so that the check sees what the page will show. */
async function contentOf(
  { database }: Kernel,
  { id: tenant }: TenantCard,
  { blocks }: PageFacts['snippet'],
): Promise<Map<string, string>> {
  const visitor: Claims = { role: 'anon', pool: tenant, tenant }
  const found = new Map<string, string>()
  for (const [attribute, text] of Object.entries(CONTENT)) {
    const ids = new Set(blocks.map(({ attributes }) => readAttribute(attributes, attribute)))
    for (const id of [...ids].filter((one) => UUID.test(one)).slice(0, MOST)) {
      const { rows } = await database.once<{ id: string; state: string }>(visitor, { text, values: [id] })
      for (const row of rows) found.set(row.id, row.state)
    }
  }
  return found
}
