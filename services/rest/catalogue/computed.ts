import type { Role } from '#kernel/db/claims.ts'
import type { Column, RoutineRow } from './catalogue.ts'
import type { ComputedRelationship } from './relationship.ts'

/**
 * Columns that functions of the row compute. Such a function is given the whole row: a role may read the column if
 * it may read every column of the table and run the function, as PostgreSQL itself demands.
 */
export function computedColumns(
  table: string,
  columns: ReadonlyMap<string, Column>,
  routines: readonly RoutineRow[],
): ReadonlyMap<string, Column> {
  const found = routines.filter(
    (row) => row.takesRowOf === table && !row.returnsSet && !row.returnsRow && row.returnsType !== 'void',
  )
  return new Map(
    found.map((row) => [
      row.name,
      {
        name: row.name,
        type: row.returnsType,
        base: row.returnsType,
        default: null,
        readers: new Set(row.callers.filter((role) => readsWhole(columns, role))),
        computed: { routine: row.name, table },
      },
    ]),
  )
}

/** Relationships that functions of the row make: of a set to many, of one row or a set of `rows 1` to one. */
export function computedRelationships(routines: readonly RoutineRow[]): ComputedRelationship[] {
  return routines.flatMap((row) =>
    row.takesRowOf && row.returnsTable
      ? [
          {
            kind: 'computed' as const,
            from: row.takesRowOf,
            to: row.returnsTable,
            toOne: !row.returnsSet || row.oneRow === true,
            routine: row.name,
            callers: new Set(row.callers),
          },
        ]
      : [],
  )
}

/** Whether a role may read every column. */
export function readsWhole(columns: ReadonlyMap<string, Column>, role: Role): boolean {
  return [...columns.values()].every(({ readers }) => readers === undefined || readers.has(role))
}
