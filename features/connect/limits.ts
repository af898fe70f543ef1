import type { Limit } from '#kernel/limits.ts'

/** Each start creates an account or a link at the provider; counted per creator. */
export const CONNECT_LIMIT: Limit = { points: 60, seconds: 3600 }
/** Each one opens a checkout at the provider. */
export const SMOKE_LIMIT: Limit = { points: 20, seconds: 3600 }
/** Mode switches and disconnects, and the provider requests they need. */
export const CHANGE_LIMIT: Limit = { points: 60, seconds: 3600 }
