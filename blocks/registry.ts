import { block as auth } from './auth/block.ts'
import { block as pay } from './pay/block.ts'

/** The manifests of all blocks. The other three lists of this folder are checked against it by the compiler. */
export const blocks = { auth, pay } as const

export type BlockName = keyof typeof blocks
