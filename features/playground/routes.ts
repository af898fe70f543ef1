import type { Unit } from '#kernel/unit.ts'
import { livePages } from './live-page.ts'

/** The page of the live mode; those of the mock mode are the blocks' own, asked for with `sample`. */
export const pages: NonNullable<Unit['pages']> = livePages
