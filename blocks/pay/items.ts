import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { ownedTenant } from '#kernel/owned-tenant.ts'
import type { Item, ItemFields } from './endpoints-studio.ts'
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
 * @throws {AppError} item_not_found, for another creator's product too
 */
export async function updateItem(
  db: Db,
  { itemId, ...fields }: { itemId: string } & Partial<ItemFields>,
): Promise<Item> {
  const changes = 'description' in fields ? { ...fields, description: fields.description || null } : fields
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

/** Orders keep their own copy of what was sold. @throws {AppError} item_not_found */
export async function deleteItem(db: Db, itemId: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('items').where('id', '=', itemId).executeTakeFirst()
  if (numDeletedRows === 0n) throw payErrors.item_not_found()
}
