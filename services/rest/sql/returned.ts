import type { Table } from '../catalogue/catalogue.ts'
import type { Embed, WrittenOutput } from '../plan/types.ts'

/**
 * The columns of the written rows that the response requires: those that it shows, and those that join its
 * embeddings. A function that takes a row requires all columns, in their order.
 */
export function returnedColumns({
  table,
  output,
  filters,
  order,
}: WrittenOutput & { table: Table }): string[] {
  const embeds = [
    ...output.flatMap((item) => (item.kind === 'embed' ? [item.embed] : [])),
    ...order.flatMap(({ embed }) => embed ?? []),
    ...filters.flatMap((where) => (where.kind === 'exists' ? [where.embed] : [])),
  ]
  const columns = [
    ...output.flatMap((item) => (item.kind === 'column' ? [item.column] : [])),
    ...order.flatMap(({ embed, column }) => (embed ? [] : [column])),
  ]
  const takesRow = embeds.some(({ link }) => link.kind === 'computed') || columns.some((it) => it.computed)
  if (takesRow) return [...table.columns.keys()]
  return [...new Set([...columns.map(({ name }) => name), ...embeds.flatMap(linkColumns)])]
}

function linkColumns({ link }: Embed): string[] {
  if (link.kind === 'computed') return []
  const pairs = link.kind === 'key' ? link.columns : link.source
  return pairs.map(([here]) => here)
}
