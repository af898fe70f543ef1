import type { Plan } from '../plan/types.ts'
import type { Media, QueryPlan, RestRequest } from '../request.ts'
import type { ResultRow } from '../run.ts'

/** `0-19/320`, with asterisks for an empty range or an unknown total. */
export function contentRange(first: bigint, rows: number, total: number | null | undefined): string {
  const range = rows > 0 && total !== 0 ? `${first}-${first + BigInt(rows) - 1n}` : '*'
  return `${range}/${total ?? '*'}`
}

/** Preferences that had an effect, in the order in which PostgREST lists them. */
export function preferenceApplied({ prefer, onConflict }: RestRequest, plan: Plan): string {
  const writes = plan.kind === 'insert' || plan.kind === 'update' || plan.kind === 'delete'
  const upserts = plan.kind === 'insert' && (plan.table.key.length > 0 || onConflict !== undefined)
  const bounded = prefer.handling === 'strict' && plan.kind !== 'read' && plan.kind !== 'insert'
  return [
    upserts && prefer.resolution && `resolution=${prefer.resolution}`,
    (plan.kind === 'insert' || plan.kind === 'update') && prefer.missing && `missing=${prefer.missing}`,
    writes && prefer.return && `return=${prefer.return}`,
    prefer.count && `count=${prefer.count}`,
    prefer.tx && `tx=${prefer.tx}`,
    prefer.handling && `handling=${prefer.handling}`,
    prefer.timezone && `timezone=${prefer.timezone}`,
    bounded && prefer.maxAffected !== undefined && `max-affected=${prefer.maxAffected}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The relative URL of the one inserted row, by its key: for `return=headers-only`. */
export function location(table: string, row: ResultRow): string | undefined {
  if (row.page !== 1 || row.body === null) return undefined
  const [key] = JSON.parse(row.body) as Record<string, string | number | boolean | null>[]
  const filters = Object.entries(key ?? {}).map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(String(value))}`}`,
  )
  return `/${encodeURIComponent(table)}?${filters.join('&')}`
}

/** The header line of a CSV response. */
export function csvHeader(names: string[]): string {
  return names.map((name) => (/[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')
}

/** The media type of a query plan, including the type of the rows that it plans for. */
export function planType({ kind, stripNulls }: Media, { format, options }: QueryPlan): string {
  const shown =
    kind === 'csv'
      ? 'text/csv'
      : kind === 'object' || stripNulls
        ? `application/vnd.pgrst.${kind}+json`
        : 'application/json'
  const of = `${shown}${stripNulls ? ';nulls=stripped' : ''}`
  const optionsText = options.length > 0 ? `; options=${options.join('|')}` : ''
  return `application/vnd.pgrst.plan+${format}; for="${of}"${optionsText}; charset=utf-8`
}
