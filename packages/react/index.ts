// The package's public API.
export { AuthBlock, Block, type BlockProps, MyBlock, PayBlock, ProfileBlock } from './block.tsx'
export { useBlocksEvent, useUser } from './hooks.ts'
export { BlocksProvider, type BlocksProviderProps } from './provider.tsx'
export { SignedIn, SignedOut } from './gates.tsx'
export { close, on, open, setTheme, signOut, token, user } from '#packages/js/commands.ts'
export { type LoadOptions, loadBlocks } from '#packages/js/load.ts'
export type { UserState } from '#packages/js/user.ts'
export type { BlockName, BlocksEventMap, BlocksTheme, BlocksUser, Look } from '#packages/js/types.ts'
