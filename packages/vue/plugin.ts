import { type App, shallowReactive } from 'vue'
import { loadBlocks } from '#packages/js/load.ts'
import { PROVIDER_SETTINGS, type BlocksPluginOptions } from './provider-settings.ts'
import { BbBlock } from './block.ts'

/**
 * `app.use(boltBlocks, { host, tenant })` loads the script tag in browsers and registers `<BbBlock>`
 * everywhere.
 */
export const boltBlocks = {
  install(app: App, options: BlocksPluginOptions): void {
    const around = shallowReactive({ ...options, failed: false })
    app.provide(PROVIDER_SETTINGS, around)
    app.component('BbBlock', BbBlock)
    loadBlocks(options).catch(() => {
      around.failed = true
    })
  },
}
