import type { InjectionKey, ShallowReactive } from 'vue'
import type { LoadOptions } from '#packages/js/load.ts'
import type { BlocksTheme } from '#packages/js/types.ts'

export interface BlocksPluginOptions extends LoadOptions {
  /** Of blocks that name none; else the tenant's own. */
  theme?: BlocksTheme
  /** Of blocks that name none; else the page's own. */
  locale?: string
}

/** What blocks are told by the application around them; nothing where the page has its own tag. */
export type Around = ShallowReactive<Partial<BlocksPluginOptions> & { failed: boolean }>

export const AROUND: InjectionKey<Around> = Symbol('bolt-blocks')
