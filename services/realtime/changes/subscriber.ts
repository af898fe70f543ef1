import type { Claims } from '#kernel/db/claims.ts'
import type { ParsedBinding } from './binding.ts'
import { equalitiesOf } from './filter.ts'
import type { TableKey } from './table-key.ts'

export interface LiveBinding extends ParsedBinding {
  /** From 1, unique in this process. */
  id: number
  /** The matching tables. */
  tables: Set<TableKey>
  /** Equal for bindings with equal conditions (filterKey) or equal columns (selectKey). */
  filterKey: string
  selectKey: string
  /** Equality conditions of its filter; policies may read them. */
  equalities: Record<string, string>
}

/** A recipient of changes: one channel of one connection. */
export interface Subscriber {
  claims: Claims
  /** The tenant whose own tables it can watch. */
  tenant: string | undefined
  /** Increases with each change of claims: results under older claims are discarded. */
  version: number
  bindings: LiveBinding[]
  /** Nothing more is delivered. */
  closed: boolean
  deliver(ids: number[], data: string): void
  onLost(reason: string): void
}

/** @param tables the tables that match the binding */
export function liveBinding(binding: ParsedBinding, id: number, tables: TableKey[]): LiveBinding {
  return {
    ...binding,
    id,
    tables: new Set(tables),
    filterKey: JSON.stringify(binding.conditions),
    selectKey: JSON.stringify(binding.select ?? null),
    equalities: equalitiesOf(binding.conditions),
  }
}
