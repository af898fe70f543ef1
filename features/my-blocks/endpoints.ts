import { endpoint } from '#kernel/browser/endpoint.ts'
import type { BlockState, OpenBlock } from './kinds/block-state.ts'

/**
 * A creator's own block, for visitors of one of that creator's tenants. The apikey is the tenant's public
 * key. 404 block_not_found (also for another creator's block), 401 sign_in_required, 402 upgrade_required, 403
 * not_in_audience.
 */
export const openBlock = endpoint<{ id: string }, OpenBlock>('GET', '/my-block/:id')

/**
 * The same for the block's own frame: the reason why it is closed is a response and not an error.
 * 404 block_not_found.
 */
export const readBlock = endpoint<{ id: string }, BlockState>('GET', '/my-block/:id/state')
