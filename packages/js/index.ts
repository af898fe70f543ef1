// The package's public API.
export { close, on, open, setTheme, signOut, token, user } from './commands.ts'
export { type LoadOptions, loadBlocks } from './load.ts'
export { type UserState, readUser, watchUser } from './user.ts'
export type { BlockName, BlocksEventMap, BlocksTheme, BlocksUser, Look } from './types.ts'
