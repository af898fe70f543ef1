import type { KnownBlock } from './known-blocks.ts'

/** A theme of the blocks. `auto` takes font, accent and corners from the page around the block. */
export type BlocksTheme = 'clean' | 'retro' | 'zen' | 'auto'

/** Argument of `setTheme`; settings that are left out stay unchanged. */
export interface Look {
  theme?: BlocksTheme
  /** Overrides the tenant's choice and the background behind the block. */
  mode?: 'light' | 'dark'
  /** The same as `mode`, named like its CSS variable `--bb-scheme`; it wins if both are set. */
  scheme?: 'light' | 'dark'
  /** Any opaque CSS color; adjusted so that it stays legible. */
  accent?: string
  surface?: string
  text?: string
  line?: string
  /** `px` or `rem`. */
  radius?: string
  /** Font families on the visitor's device, or one of our stacks by name: `serif`, `rounded`. */
  font?: string
}

/** Value of `data-block`. Blocks that are newer than this package work, too. */
export type BlockName = KnownBlock | (string & {})

/** One of your end users, with the data that your page may see. */
export interface BlocksUser {
  id: string
  email: string | null
  /** Display name, if known. */
  name: string | null
}

/** Details of the events, by name without `bb:`. A block's element dispatches them, and they bubble. */
export interface BlocksEventMap {
  /** The block has loaded and can be used. */
  ready: { block: string }
  /** `restored`: the session is from an earlier visit. */
  'signed-in': { block: string; restored?: boolean }
  'signed-out': { block: string }
  /** `amount` is in minor units (cents), `currency` a lower-case ISO code. */
  purchase: { block: string; item: string; amount: number; currency: string }
  /** A form was sent; `form` is its ID, as in `data-form`. */
  submitted: { block: string; form: string }
  /** If prevented, the frame keeps its height. */
  resize: { block: string; height: number }
  /** If prevented, no link to the block replaces it. */
  error: { block: string; code: string }
}

/** The page's only global: at first a queue of calls, then the script's own function. */
export interface Bb {
  (command: string, ...args: unknown[]): unknown
  /** Calls made before the script loaded. */
  q?: Iterable<unknown>[]
  /** Version of the script; undefined on the queue. */
  v?: string
}

declare global {
  interface DocumentEventMap extends BlocksEvents {}
  interface HTMLElementEventMap extends BlocksEvents {}
}

/** The events by their full names, for `addEventListener`. */
export interface BlocksEvents {
  'bb:ready': CustomEvent<BlocksEventMap['ready']>
  'bb:signed-in': CustomEvent<BlocksEventMap['signed-in']>
  'bb:signed-out': CustomEvent<BlocksEventMap['signed-out']>
  'bb:purchase': CustomEvent<BlocksEventMap['purchase']>
  'bb:submitted': CustomEvent<BlocksEventMap['submitted']>
  'bb:resize': CustomEvent<BlocksEventMap['resize']>
  'bb:error': CustomEvent<BlocksEventMap['error']>
}
