import type { Screen } from '#studio/screen.ts'

/** Screens of all blocks: one line per block that has a `studio/screens.tsx`. */
export const blockScreens: readonly Screen[] = []
