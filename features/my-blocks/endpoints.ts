import { endpoint } from '#kernel/browser/endpoint.ts'
import type { BlockView } from './kinds/view.ts'

/** A block that the caller may see. */
export interface OpenBlock {
  id: string
  title: string
  /** The content to render, built on the server from the block's data. */
  view: BlockView
}

/**
 * A creator's own block, for visitors of one of that creator's tenants. The apikey is the tenant's public
 * key. 404 block_not_found (also for another creator's block), 401 sign_in_required, 402 upgrade_required.
 */
export const openBlock = endpoint<{ id: string }, OpenBlock>('GET', '/my-block/:id')
