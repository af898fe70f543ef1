import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { BlockState } from './embed/data-types.ts'
import type { OpenBlock } from './endpoints.ts'
import { errors } from './errors.ts'
import type { Json } from './kinds/read-json.ts'
import { viewOf } from './kinds/view.ts'

interface Row {
  title: string
  gate: 'plan' | 'sign_in' | null
  plan_name: string
  plan_cents: number
  plan_interval: string
  /** Null exactly when `gate` is set. */
  data: Json | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Looks up a block as a visitor of a tenant; the database decides (app.open_block). One round trip. */
export async function findBlock(
  { database }: Pick<Kernel, 'database'>,
  claims: Claims,
  id: string,
): Promise<BlockState> {
  if (!UUID.test(id)) return { state: 'missing' }
  const { rows } = await database.once<Row>(claims, {
    name: 'open_block',
    text: 'select * from app.open_block($1)',
    values: [id],
    readOnly: true,
  })
  const [row] = rows
  if (!row) return { state: 'missing' }
  const { title, gate, data } = row
  if (gate === 'plan') {
    const plan = { name: row.plan_name, price_cents: row.plan_cents, interval: row.plan_interval }
    return { state: 'plan', id, title, plan }
  }
  return data ? { state: 'open', id, title, view: viewOf(data) } : { state: 'sign_in', id, title }
}

/**
 * The block, if the caller may see it.
 * @throws {AppError} block_not_found, sign_in_required, upgrade_required
 */
export async function openBlock(kernel: Kernel, claims: Claims, id: string): Promise<OpenBlock> {
  const { state, ...found } = await findBlock(kernel, claims, id)
  if (state === 'missing') throw errors.block_not_found()
  if (state === 'sign_in') throw errors.sign_in_required()
  if (state === 'plan') throw errors.upgrade_required()
  return found as OpenBlock
}
