import type { InjectionKey, ShallowReactive } from 'vue'
import type { LoadOptions } from '#packages/js/load.ts'
import type { BlocksTheme } from '#packages/js/types.ts'

export interface BlocksPluginOptions extends LoadOptions {
  /** Default theme of the blocks; the tenant's theme when left out. */
  theme?: BlocksTheme
  /** Default language of the blocks; the page's language when left out. */
  locale?: string
}

/** Settings that blocks inherit from the application; absent where the page has its own script tag. */
export type ProviderSettings = ShallowReactive<Partial<BlocksPluginOptions> & { failed: boolean }>

export const PROVIDER_SETTINGS: InjectionKey<ProviderSettings> = Symbol('bolt-blocks')
