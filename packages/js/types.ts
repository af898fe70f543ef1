import type { KnownBlock } from './known-blocks.ts'

/** A look of the blocks. */
export type BlocksTheme = 'clean' | 'retro' | 'zen'

/** What `setTheme` takes; what is left out stays as it is. */
export interface Look {
  theme?: BlocksTheme
  /** In the place of what the tenant chose and of what the background behind a block says. */
  mode?: 'light' | 'dark'
  /** The same by the name of its CSS variable, `--bb-scheme`; of both, this one counts. */
  scheme?: 'light' | 'dark'
  /** Any opaque CSS colour; drawn so that it can be read. */
  accent?: string
  surface?: string
  text?: string
  line?: string
  /** `px` or `rem`. */
  radius?: string
  /** Families of the visitor's device, or a stack of the house by its name: `serif`, `rounded`. */
  font?: string
}

/** `data-block`. Blocks that came after this package are fine, too. */
export type BlockName = KnownBlock | (string & {})

/** An end user of yours, as your own page may know them. */
export interface BlocksUser {
  id: string
  email: string | null
  /** Name for people; null where none is known. */
  name: string | null
}

/** Details of the events that come from a block's element and bubble, by name without `bb:`. */
export interface BlocksEventMap {
  /** The block is there and can be used. */
  ready: { block: string }
  /** `restored`: from an earlier visit. */
  'signed-in': { block: string; restored?: boolean }
  'signed-out': { block: string }
  /** `amount` in minor units (cents), `currency` a lower-case ISO code. */
  purchase: { block: string; item: string; amount: number; currency: string }
  /** Prevented, the frame keeps its height. */
  resize: { block: string; height: number }
  /** Prevented, no link to the block is shown in its place. */
  error: { block: string; code: string }
}

/** The page's one global: a queue of calls at first, then the script tag's own. */
export interface Bb {
  (command: string, ...args: unknown[]): unknown
  /** Calls made before the script came. */
  q?: Iterable<unknown>[]
  /** Version of the script; missing on the queue. */
  v?: string
}

declare global {
  interface DocumentEventMap extends BlocksEvents {}
  interface HTMLElementEventMap extends BlocksEvents {}
}

/** The events by their whole names, for `addEventListener`. */
export interface BlocksEvents {
  'bb:ready': CustomEvent<BlocksEventMap['ready']>
  'bb:signed-in': CustomEvent<BlocksEventMap['signed-in']>
  'bb:signed-out': CustomEvent<BlocksEventMap['signed-out']>
  'bb:purchase': CustomEvent<BlocksEventMap['purchase']>
  'bb:resize': CustomEvent<BlocksEventMap['resize']>
  'bb:error': CustomEvent<BlocksEventMap['error']>
}
