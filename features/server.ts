import type { Unit } from '#kernel/unit.ts'

/** The features that the server serves, in mounting order. */
export const featureUnits = {} satisfies Record<string, Unit>
