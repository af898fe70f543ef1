import type { Role } from '#kernel/db/claims.ts'
import type { Column, RoutineRow } from './catalogue.ts'
import type { ComputedRelationship } from './relationship.ts'

/**
 * Columns computed by functions that take a row. Such a function receives the whole row, so a role may read
 * the column if it may read every column of the table and execute the function, as PostgreSQL itself
 * requires.
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

/**
 * Relationships computed by functions that take a row: a set is to-many; one row, or a set with `rows 1`, is
 * to-one.
 */
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
