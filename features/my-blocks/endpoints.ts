import { endpoint } from '#kernel/browser/endpoint.ts'
import type { BlockView } from './kinds/view.ts'

/** A block that is open to whoever asked. */
export interface OpenBlock {
  id: string
  title: string
  /** What is drawn; made on the server out of the block's data. */
  view: BlockView
}

/**
 * A creator's own block, for visitors of one of that creator's tenants; apikey is the tenant's public key. 404
 * block_not_found (also for a block of somebody else), 401 sign_in_required, 402 upgrade_required.
 */
export const openBlock = endpoint<{ id: string }, OpenBlock>('GET', '/my-block/:id')
