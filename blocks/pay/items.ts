import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { ownedTenant } from '#kernel/owned-tenant.ts'
import type { Item, ItemChanges, ItemFields } from './endpoints-studio.ts'
import { block } from './block.ts'
import { payErrors } from './errors.ts'

const COLUMNS = [
  'id',
  'tenant_id',
  'name',
  'description',
  'price_cents',
  'currency',
  'active',
  'interval',
  'stock',
  'held',
  sql<string>`to_json(created_at) #>> '{}'`.as('created_at'),
] as const

/**
 * Products of the caller's own tenant, newest first.
 * @throws {AppError} tenant_not_found
 */
export async function listItems(db: Db, tenantId: string): Promise<Item[]> {
  const tenant = await ownedTenant(db, tenantId)
  const items = await db
    .selectFrom('items')
    .select(COLUMNS)
    .where('tenant_id', '=', tenant.id)
    .orderBy('items.created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return items as Item[]
}

/** @throws {AppError} tenant_not_found */
export async function createItem(
  db: Db,
  { tenantId, ...fields }: { tenantId: string } & ItemFields,
): Promise<Item> {
  const tenant = await ownedTenant(db, tenantId)
  const item = await db
    .insertInto('items')
    .values({ ...fields, tenant_id: tenant.id, description: fields.description || null })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return item as Item
}

/**
 * Changes what is given, leaves the rest; an empty description becomes null.
 * @throws {AppError} item_not_found, for another creator's product too; stock_changed, stock_held
 */
export async function updateItem(
  db: Db,
  { itemId, stock_was, ...fields }: { itemId: string } & ItemChanges,
): Promise<Item> {
  const changes = 'description' in fields ? { ...fields, description: fields.description || null } : fields
  if (changes.stock !== undefined) await checkStock(db, itemId, changes.stock, stock_was)
  const item = Object.keys(changes).length
    ? await db
        .updateTable('items')
        .set(changes)
        .where('id', '=', itemId)
        .returning(COLUMNS)
        .executeTakeFirst()
    : await db.selectFrom('items').select(COLUMNS).where('id', '=', itemId).executeTakeFirst()
  if (!item) throw payErrors.item_not_found()
  return item as Item
}

/** Locks the product, so that nothing is sold between the look and the change. */
async function checkStock(
  db: Db,
  itemId: string,
  stock: number | null,
  was: number | null | undefined,
): Promise<void> {
  const item = await db
    .selectFrom('items')
    .select(['stock', 'held', 'tenant_id'])
    .where('id', '=', itemId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!item) throw payErrors.item_not_found()
  if (was !== undefined && was !== item.stock)
    throw payErrors.stock_changed({
      text: `The stock is ${item.stock ?? 'not counted'} by now. Check the number and save again.`,
      details: { stock: item.stock },
    })
  if (stock === null) return
  const held = item.stock === null ? await openOrders(db, item.tenant_id, itemId) : item.held
  if (stock < held)
    throw payErrors.stock_held({
      text: `${held} ${held === 1 ? 'is' : 'are'} in open checkouts right now. Enter ${held} or more, or wait until they are paid or over.`,
      details: { held },
    })
}

/** How many are in open checkouts of a product whose stock was not counted so far. */
async function openOrders(db: Db, tenantId: string, itemId: string): Promise<number> {
  const { held } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('quantity'), sql.lit(0)).as('held'))
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', itemId)
    .where('seller', '=', block.name)
    .where('status', '=', 'pending')
    .where('renewal_of', 'is', null)
    .executeTakeFirstOrThrow()
  return held
}

/** Orders keep their own copy of what was sold. @throws {AppError} item_not_found */
export async function deleteItem(db: Db, itemId: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('items').where('id', '=', itemId).executeTakeFirst()
  if (numDeletedRows === 0n) throw payErrors.item_not_found()
}
