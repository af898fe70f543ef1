import { ANONYMOUS } from '#kernel/db/claims.ts'
import type { Role } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { computedColumns, computedRelationships } from './computed.ts'
import { ROUTINES, TABLES, TIMEZONES } from './query.ts'
import { KEYS, VIEWS } from './relations-query.ts'
import type { KeyRow, ViewRow } from './relations-query.ts'
import type { RecordSource } from '../records/record-table.ts'
import type { Relationship } from './relationship.ts'
import { keyRelationships } from './relationships.ts'
import { errors } from '../errors/table.ts'

export interface Column {
  name: string
  /** As written in a cast: `timestamp with time zone`, `public.mood`. */
  type: string
  /** Name of the type below any domain. It decides how JSON paths and text search are written. */
  base: string
  /** SQL of the default, for `Prefer: missing=default`. */
  default: string | null
  /** Roles that may read it; undefined for columns of a function's result, which have no privileges. */
  readers: ReadonlySet<Role> | undefined
  /** The function that computes this column from a whole row of the table. */
  computed?: { routine: string; table: string }
  /** Its SQL on a row of `app.records` with that alias, where a statement changes rows of an own table. */
  stored?: (rows: string) => string
}

export interface Table {
  name: string
  columns: ReadonlyMap<string, Column>
  /** Columns computed by functions that take a row and return a value. `*` does not include them. */
  computed: ReadonlyMap<string, Column>
  /** Columns of the primary key, in key order. */
  key: readonly string[]
  /** Set for a tenant's own table. */
  record?: RecordSource
}

export interface Parameter {
  /** Empty for a parameter without a name. */
  name: string
  type: string
  required: boolean
  variadic: boolean
}

export interface Routine {
  name: string
  parameters: readonly Parameter[]
  volatile: boolean
  /** `row` has columns. If they belong to a table, they keep that table's readers. */
  returns: {
    kind: 'void' | 'scalar' | 'row'
    set: boolean
    name: string
    columns: ReadonlyMap<string, Column>
    /** A domain named like a media type (`image/png`): the value may be sent unchanged, a bytea as bytes. */
    media?: { type: string; bytes: boolean }
    /** Set if the rows are those of a table: its computed columns. */
    computed?: ReadonlyMap<string, Column>
    /** The table that the rows belong to. They have its relationships. */
    table?: string
  }
  callers: ReadonlySet<Role>
}

/** What requests are planned against. A name from a caller reaches SQL only if it is found here. */
export interface Catalogue {
  tables: ReadonlyMap<string, Table>
  routines: ReadonlyMap<string, readonly Routine[]>
  /** By the name of the relation that they start from. */
  relationships: ReadonlyMap<string, readonly Relationship[]>
}

export interface OpenCatalogue {
  /** @throws PGRST002 (503) while the database cannot be read */
  current(): Promise<Catalogue>
  /** Whether PostgreSQL knows a time zone of this name. */
  hasTimezone(name: string): Promise<boolean>
}

/**
 * Reads the catalogue at first use and caches it until `NOTIFY pgrst` (payload empty or `reload schema`), or
 * until the listening connection is lost, because notifications may have been missed meanwhile.
 */
export function openCatalogue(database: Database): OpenCatalogue {
  let reading: Promise<Catalogue> | undefined
  let listening: Promise<unknown> | undefined
  let timezones: Promise<ReadonlySet<string>> | undefined

  const invalidate = (payload: string) => {
    if (payload === '' || payload === 'reload schema') reading = undefined
  }
  return {
    current() {
      listening ??= database.listen('pgrst', invalidate, () => invalidate(''))
      // Listen before reading: a change between a read and a later listen would go unnoticed.
      const made = (reading ??= listening
        .then(() => readCatalogue(database))
        .catch((cause: unknown) => {
          if (reading === made) reading = undefined
          throw errors.noCatalogue(cause)
        }))
      return made
    },
    async hasTimezone(name) {
      timezones ??= readTimezones(database).catch((error: unknown) => {
        timezones = undefined
        throw error
      })
      return (await timezones).has(name.toLowerCase())
    },
  }
}

/**
 * In lower case, as PostgreSQL compares them: a few hundred names that change only with its time zone files.
 */
async function readTimezones(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await database.once<{ name: string }>(ANONYMOUS, { text: TIMEZONES, values: [] })
  return new Set(rows.map(({ name }) => name.toLowerCase()))
}

function readCatalogue(database: Database): Promise<Catalogue> {
  return database.transaction(ANONYMOUS, { readOnly: true, timeoutMs: 10_000 }, async (query) => {
    await query(`select set_config('search_path', '', true)`)
    const tables = (await query(TABLES)).rows as TableRow[]
    const routines = (await query(ROUTINES)).rows as RoutineRow[]
    const keys = (await query(KEYS)).rows as KeyRow[]
    const views = (await query(VIEWS)).rows as ViewRow[]
    return makeCatalogue(tables, routines, { keys, views })
  })
}

export interface ColumnRow {
  name: string
  number?: number
  type: string
  base: string
  default?: string | null
  readers?: Role[]
}
export interface TableRow {
  name: string
  oid?: number
  isView?: boolean
  key: string[]
  columns: ColumnRow[]
}
export interface RoutineRow {
  name: string
  volatile: boolean
  returnsSet: boolean
  returnsType: string
  returnsRow: boolean
  returnsTable: string | null
  returnsMedia?: string | null
  returnsBase?: string | null
  defaults: number
  takesRowOf?: string | null
  oneRow?: boolean
  arguments: { name: string; mode: string; type: string; base: string }[]
  attributes: ColumnRow[]
  callers: Role[]
}

/** Pure; tests build their own catalogues with it. */
export function makeCatalogue(
  tableRows: TableRow[],
  routineRows: RoutineRow[],
  related: { keys: KeyRow[]; views: ViewRow[] } = { keys: [], views: [] },
): Catalogue {
  const tables = new Map(tableRows.map((row) => [row.name, table(row, routineRows)]))
  const routines = new Map<string, Routine[]>()
  for (const row of routineRows) {
    const made = routine(row, tables)
    // A bare `record` has no named columns; calling it would require a column list from the caller.
    if (made.returns.kind === 'row' && made.returns.columns.size === 0) continue
    if (!isCallable(made)) continue
    routines.set(row.name, [...(routines.get(row.name) ?? []), made])
  }
  return { tables, routines, relationships: relationships(tableRows, routineRows, related) }
}

/** A computed relationship replaces key relationships to a relation of the same name. */
function relationships(
  tableRows: TableRow[],
  routineRows: RoutineRow[],
  { keys, views }: { keys: KeyRow[]; views: ViewRow[] },
): Catalogue['relationships'] {
  const computed = computedRelationships(routineRows)
  const replaced = new Set(computed.map(({ from, routine }) => JSON.stringify([from, routine])))
  const shown = tableRows.map(({ name, oid = 0, isView = false, columns }) => ({
    oid,
    name,
    isView,
    columns: columns.map((column) => ({ name: column.name, number: column.number ?? 0 })),
  }))
  const byKey = keyRelationships(shown, keys, views)
  const remaining = byKey.filter(({ from, to }) => !replaced.has(JSON.stringify([from, to])))
  return Map.groupBy([...remaining, ...computed], ({ from }) => from)
}

function table(row: TableRow, routineRows: RoutineRow[]): Table {
  const columns = columnMap(row.columns)
  return { name: row.name, key: row.key, columns, computed: computedColumns(row.name, columns, routineRows) }
}

function columnMap(rows: ColumnRow[]): ReadonlyMap<string, Column> {
  return new Map(
    rows.map((row) => [
      row.name,
      {
        name: row.name,
        type: row.type,
        base: row.base,
        default: row.default ?? null,
        readers: row.readers && new Set(row.readers),
      },
    ]),
  )
}

function routine(row: RoutineRow, tables: ReadonlyMap<string, Table>): Routine {
  const inputs = row.arguments.filter(({ mode }) => 'ibv'.includes(mode))
  const outputs = row.arguments.filter(({ mode }) => 'obt'.includes(mode))
  const table = row.returnsTable === null ? undefined : tables.get(row.returnsTable)
  const isRow = row.returnsRow || outputs.length > 0
  return {
    name: row.name,
    volatile: row.volatile,
    parameters: inputs.map(({ name, type, mode }, i) => ({
      name,
      type: unbounded(type),
      required: i < inputs.length - row.defaults,
      variadic: mode === 'v',
    })),
    returns: {
      kind: row.returnsType === 'void' ? 'void' : isRow ? 'row' : 'scalar',
      set: row.returnsSet,
      name: table?.name ?? row.name,
      columns: table?.columns ?? columnMap(outputs.length > 0 ? outputs : row.attributes),
      ...(row.returnsMedia && { media: { type: row.returnsMedia, bytes: row.returnsBase === 'bytea' } }),
      computed: table?.computed,
      table: table?.name,
    },
    callers: new Set(row.callers),
  }
}

/**
 * Types of a single unnamed parameter that a body can fill. As in PostgREST, requests cannot reach any other
 * function with an unnamed parameter: overload resolution ignores it.
 * https://docs.postgrest.org/en/stable/references/api/functions.html#functions-with-a-single-unnamed-parameter
 */
const BODY_TYPES = ['json', 'jsonb', 'text', 'xml', 'bytea']

function isCallable({ parameters: [only, ...more] }: Routine): boolean {
  if (only?.name === '' && more.length === 0) return BODY_TYPES.includes(only.type)
  return [only, ...more].every((parameter) => parameter?.name !== '')
}

/** A cast to `character` or `bit` without a length would truncate the value to length 1. */
function unbounded(type: string): string {
  return type.replace(/^(character|bit)(?=$|\[)/, '$1 varying')
}
