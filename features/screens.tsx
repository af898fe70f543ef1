import type { Screen } from '#studio/screen.ts'

/** Screens of all features: one line per feature that has a `studio/screens.tsx`. */
export const featureScreens: readonly Screen[] = []
