import type { Unit } from '#kernel/unit.ts'
import { livePages } from './live-page.ts'

/** The page of live mode. Mock mode uses the blocks' own pages with `sample`. */
export const pages: NonNullable<Unit['pages']> = livePages
