import type { Limit } from '#kernel/limits.ts'

/** Each start makes an account or a link at the provider; counted by creator. */
export const CONNECT_LIMIT: Limit = { points: 60, seconds: 3600 }
/** Each is a checkout at the provider. */
export const SMOKE_LIMIT: Limit = { points: 20, seconds: 3600 }
/** Switches and disconnects, and questions to the provider that they need. */
export const CHANGE_LIMIT: Limit = { points: 60, seconds: 3600 }
