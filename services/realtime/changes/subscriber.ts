import type { Claims } from '#kernel/db/claims.ts'
import type { ParsedBinding } from './binding.ts'

export interface LiveBinding extends ParsedBinding {
  /** From 1, unique in this process. */
  id: number
  /** Oids of the tables that it speaks of. */
  tables: Set<number>
}

/** Who is told of changes: one channel of one connection. */
export interface Subscriber {
  claims: Claims
  /** Counts claims: what was asked under others is asked again. */
  version: number
  bindings: LiveBinding[]
  /** Nothing more is told. */
  closed: boolean
  deliver(ids: number[], data: string): void
  onLost(reason: string): void
}
