import type { Claims } from '#kernel/db/claims.ts'
import type { ParsedBinding } from './binding.ts'
import { askedBy } from './filter.ts'

export interface LiveBinding extends ParsedBinding {
  /** From 1, unique in this process. */
  id: number
  /** Oids of the tables that it speaks of. */
  tables: Set<number>
  /** The same for the same conditions, and for the same columns. */
  filterKey: string
  selectKey: string
  /** What its filter asks for by equality; policies may read it. */
  asked: Record<string, string>
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

/** @param tables oids of the tables that it was found to speak of */
export function liveBinding(binding: ParsedBinding, id: number, tables: number[]): LiveBinding {
  return {
    ...binding,
    id,
    tables: new Set(tables),
    filterKey: JSON.stringify(binding.conditions),
    selectKey: JSON.stringify(binding.select ?? null),
    asked: askedBy(binding.conditions),
  }
}
