// The package's public API.
export { BbBlock } from './block.ts'
export { useBlocksEvent, useUser } from './composables.ts'
export type { BlocksPluginOptions } from './provider-settings.ts'
export { boltBlocks } from './plugin.ts'
export { close, on, open, setTheme, signOut, token, user } from '#packages/js/commands.ts'
export { type LoadOptions, loadBlocks } from '#packages/js/load.ts'
export type { UserState } from '#packages/js/user.ts'
export type { BlockName, BlocksEventMap, BlocksTheme, BlocksUser, Look } from '#packages/js/types.ts'
