import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { BlockState, Offer, OpenBlock } from './kinds/block-state.ts'
import { errors } from './errors.ts'
import type { Json } from './kinds/read-json.ts'
import { viewOf } from './kinds/view.ts'

interface Row {
  title: string
  gate: 'plan' | 'sign_in' | 'audience' | null
  plan_name: string
  plan_cents: number
  plan_interval: string
  /** Null exactly when `gate` is set. */
  data: Json | null
  closes: boolean
  offers: Offer[] | null
  opens_at: string | null
}

const COLUMNS = `title, gate, plan_name, plan_cents, plan_interval, data, closes, offers,
  to_json(opens_at) #>> '{}' as opens_at`

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
    text: `select ${COLUMNS} from app.open_block($1)`,
    values: [id],
    readOnly: true,
  })
  return stateOf(id, rows[0])
}

function stateOf(id: string, row: Row | undefined): BlockState {
  if (!row) return { state: 'missing' }
  const { title, gate, data, closes } = row
  if (gate === 'plan') {
    const plan = { name: row.plan_name, price_cents: row.plan_cents, interval: row.plan_interval }
    return { state: 'plan', id, title, plan }
  }
  if (data) return { state: 'open', id, title, view: viewOf(data), closes }
  const ways = { offers: row.offers ?? [], opens_at: row.opens_at }
  return { state: gate === 'audience' ? 'audience' : 'sign_in', id, title, ...ways }
}

/**
 * The block, if the caller may see it.
 * @throws {AppError} block_not_found, sign_in_required, upgrade_required, not_in_audience
 */
export async function openBlock(kernel: Kernel, claims: Claims, id: string): Promise<OpenBlock> {
  const { state, ...found } = await findBlock(kernel, claims, id)
  if (state === 'missing') throw errors.block_not_found()
  if (state === 'sign_in') throw errors.sign_in_required()
  if (state === 'plan') throw errors.upgrade_required()
  if (state === 'audience') throw errors.not_in_audience()
  return found as OpenBlock
}

/** A block as the caller may see it, or why it is closed. @throws {AppError} block_not_found */
export async function readBlock(kernel: Kernel, claims: Claims, id: string): Promise<BlockState> {
  const block = await findBlock(kernel, claims, id)
  if (block.state === 'missing') throw errors.block_not_found()
  return block
}
