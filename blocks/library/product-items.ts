import { sql } from 'kysely'
import type { Audience } from '#kernel/browser/audience.ts'
import { audienceOfRule } from '#kernel/db/audience-of-rule.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { libraryErrors } from './errors.ts'
import { refusing } from './refusals.ts'

interface OfProduct {
  tenantId: string
  productId: string
}

/** What a product includes: the items whose audience names its buyers. @throws {AppError} see `readProductItems` in endpoints-studio.ts */
export function readProductItems({ database }: Kernel, claims: Claims, of: OfProduct) {
  return database.withClaims(claims, async (db) => {
    await nameOfProduct(db, of)
    return { items: (await includedIn(db, of, [])).filter(({ rule }) => isFor(rule, of)).map(({ id }) => id) }
  })
}

/**
 * Makes a product include exactly these items. It stores no second rule: the product's buyers become a line of each item's audience, or
 * are removed from it. Audiences are shared, so an item moves to the audience with its new rule and none is changed.
 * @throws {AppError} see `saveProductItems` in endpoints-studio.ts
 */
export function saveProductItems(
  { database }: Kernel,
  claims: Claims,
  { items, ...of }: OfProduct & { items: string[] },
) {
  const chosen = new Set(items)
  return refusing(
    database.withClaims(claims, async (db) => {
      const product = await nameOfProduct(db, of)
      const rows = await includedIn(db, of, items)
      if (rows.filter(({ id }) => chosen.has(id)).length < chosen.size) throw libraryErrors.item_not_found()
      for (const { id, rule } of rows)
        if (chosen.has(id) !== isFor(rule, of)) {
          const next = chosen.has(id) ? withBuyers(rule, of) : withoutBuyers(rule, of)
          const audience = next && (await audienceOfRule(db, of.tenantId, next, nameOf(next, product)))
          // A form that is open elsewhere has the former audience: the new revision refuses it.
          await sql`update public.library_items set audience_id = ${audience}, revision = revision + 1
            where tenant_id = ${of.tenantId} and id = ${id}`.execute(db)
        }
      return { items: [...chosen] }
    }),
  )
}

async function nameOfProduct(db: Db, { tenantId, productId }: OfProduct): Promise<string> {
  await tenantWith(db, tenantId, 'content')
  const { rows } = await sql<{ name: string }>`
    select name from public.items where tenant_id = ${tenantId} and id = ${productId}`.execute(db)
  if (!rows[0]) throw libraryErrors.product_not_found()
  return rows[0].name
}

/** The items that the product includes, and the given ones, locked in one order. */
async function includedIn(db: Db, { tenantId, productId }: OfProduct, ids: readonly string[]) {
  const buyers = JSON.stringify({ any: [{ kind: 'bought', source: productId }] })
  const found = sql`public.library_items i
    left join public.audiences a on a.tenant_id = i.tenant_id and a.id = i.audience_id
    where i.tenant_id = ${tenantId} and (i.id = any (${[...ids]}::uuid[]) or a.rule @> ${buyers}::jsonb) order by i.id`
  await sql`select from ${found} for no key update of i`.execute(db)
  // Read after the lock: a statement that waited for one joins the audience of before.
  const { rows } = await sql<{
    id: string
    rule: Audience | null
  }>`select i.id, a.rule from ${found}`.execute(db)
  return rows
}

const isBuyers = ({ kind, source }: Audience['any'][number], { productId }: OfProduct) =>
  kind === 'bought' && source === productId

const isFor = (rule: Audience | null, of: OfProduct): boolean =>
  rule?.any.some((line) => isBuyers(line, of)) ?? false

const withBuyers = (rule: Audience | null, { productId }: OfProduct): Audience => ({
  any: [...(rule?.any ?? []), { kind: 'bought', source: productId }],
})

/** @returns null without a line: no one, except through courses */
function withoutBuyers(rule: Audience | null, of: OfProduct): Audience | null {
  const any = rule?.any.filter((line) => !isBuyers(line, of)) ?? []
  return any.length > 0 ? { any } : null
}

/** Of an audience that is created: names have at most 80 characters. */
const nameOf = ({ any }: Audience, product: string) =>
  any.length === 1 ? `Buyers of ${product}`.slice(0, 80).trim() : 'Readers of the library'
