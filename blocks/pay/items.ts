import { PICTURE_SQL } from '#features/orders/item-sale.ts'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { AppError } from '#kernel/errors.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { type Item, type ItemChanges, type ItemFields, SAMPLE_ITEM } from './endpoints-studio.ts'
import { block } from './block.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { payErrors } from './errors.ts'
import { setItemPicture } from './item-pictures.ts'

const COLUMNS = [
  'id',
  'tenant_id',
  'name',
  'description',
  'price_cents',
  'currency',
  'active',
  'interval',
  'per_seat',
  'stock',
  'held',
  'audience_id',
  'hidden_from_others',
  'member_audience_id',
  'member_price_cents',
  sql<Item['picture']>`${sql.raw(PICTURE_SQL)}`.as('picture'),
  sql<string>`to_json(created_at) #>> '{}'`.as('created_at'),
] as const

/**
 * Products of one of the caller's own tenants, newest first.
 * @throws {AppError} tenant_not_found
 */
export async function listItems(db: Db, tenantId: string): Promise<Item[]> {
  const tenant = await tenantWith(db, tenantId, 'see')
  const items = await db
    .selectFrom('items')
    .select(COLUMNS)
    .where('tenant_id', '=', tenant.id)
    .orderBy('items.created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return items as Item[]
}

/** A picture that was decoded and encoded before the transaction. Undefined: unchanged. */
interface NewPicture {
  picture?: EncodedPicture | null
}

/** @throws {AppError} tenant_not_found, and what throwRuleError throws */
export async function createItem(
  db: Db,
  { tenantId, picture, ...fields }: { tenantId: string } & Omit<ItemFields, 'picture'> & NewPicture,
): Promise<Item> {
  const tenant = await tenantWith(db, tenantId, 'content')
  const item = await db
    .insertInto('items')
    .values({ ...fields, tenant_id: tenant.id, description: fields.description || null })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
    .catch(throwRuleError)
  if (!picture) return item as Item
  await setItemPicture(db, item.id, picture)
  return (await readItem(db, item.id)) as Item
}

/**
 * Creates the sample product that every new tenant gets, if the tenant has no product.
 * @throws {AppError} tenant_not_found
 */
export async function createStarterItem(db: Db, tenantId: string): Promise<{ created: boolean }> {
  const tenant = await tenantWith(db, tenantId, 'content')
  // Two requests at once must not both find no product. No constraint can say so, so the second one waits.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`starter item of ${tenant.id}`}, 0))`.execute(db)
  const { numAffectedRows } = await sql`
    insert into public.items (tenant_id, name, price_cents)
    select ${tenant.id}, ${SAMPLE_ITEM.name}, ${SAMPLE_ITEM.price_cents}
    where not exists (select from public.items where tenant_id = ${tenant.id})`.execute(db)
  return { created: numAffectedRows === 1n }
}

/**
 * Changes only the given fields. An empty description becomes null.
 * @throws {AppError} item_not_found, also for another creator's product; stock_changed, stock_held, and what
 *   throwRuleError throws
 */
export async function updateItem(
  db: Db,
  { itemId, stock_was, picture, ...fields }: { itemId: string } & Omit<ItemChanges, 'picture'> & NewPicture,
): Promise<Item> {
  const changes = 'description' in fields ? { ...fields, description: fields.description || null } : fields
  if (changes.stock !== undefined) await checkStock(db, itemId, changes.stock, stock_was)
  if (picture !== undefined) await setItemPicture(db, itemId, picture)
  const item = Object.keys(changes).length
    ? await db
        .updateTable('items')
        .set(changes)
        .where('id', '=', itemId)
        .returning(COLUMNS)
        .executeTakeFirst()
        .catch(throwRuleError)
    : await readItem(db, itemId)
  if (!item) throw payErrors.item_not_found()
  return item as Item
}

const readItem = (db: Db, itemId: string) =>
  db.selectFrom('items').select(COLUMNS).where('id', '=', itemId).executeTakeFirst()

/** The fields of a rule may come in separate updates, so only the database sees all of them. */
function throwRuleError(error: unknown): never {
  const refused = REFUSALS[(error as { constraint?: string }).constraint ?? '']
  throw refused ? refused({ cause: error }) : error
}

const REFUSALS: Record<string, (options: { cause: unknown }) => AppError> = {
  items_price_chargeable: payErrors.price_not_chargeable,
  items_member_price_chargeable: payErrors.member_price_not_chargeable,
  items_member_price: payErrors.member_price_incomplete,
  items_member_price_lower: payErrors.member_price_too_high,
  items_tenant_id_audience_id_fkey: payErrors.audience_not_found,
  items_tenant_id_member_audience_id_fkey: payErrors.audience_not_found,
  items_per_seat: payErrors.seats_recur,
}

/** Locks the product, so that nothing is sold between the check and the update. */
async function checkStock(
  db: Db,
  itemId: string,
  stock: number | null,
  expectedStock: number | null | undefined,
): Promise<void> {
  const item = await db
    .selectFrom('items')
    .select(['stock', 'held', 'tenant_id'])
    .where('id', '=', itemId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!item) throw payErrors.item_not_found()
  if (expectedStock !== undefined && expectedStock !== item.stock)
    throw payErrors.stock_changed({
      text: `The stock is now ${item.stock ?? 'not tracked'}. Check the number and save again.`,
      details: { stock: item.stock },
    })
  if (stock === null) return
  const held = item.stock === null ? await openOrders(db, item.tenant_id, itemId) : item.held
  if (stock < held)
    throw payErrors.stock_held({
      text: `Open checkouts reserve ${held}. Enter ${held} or more, or wait until they are paid or have expired.`,
      details: { held },
    })
}

/** Units in open checkouts of a product whose stock was not tracked until now. */
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

/** Orders have their own copy of the product's data. @throws {AppError} item_not_found */
export async function deleteItem(db: Db, itemId: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('items').where('id', '=', itemId).executeTakeFirst()
  if (numDeletedRows === 0n) throw payErrors.item_not_found()
}
