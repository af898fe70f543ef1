import { ANONYMOUS } from '#kernel/db/claims.ts'
import type { Role } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { ROUTINES, TABLES, TIMEZONES } from './query.ts'
import { errors } from '../errors/table.ts'

export interface Column {
  name: string
  /** As written in a cast: `timestamp with time zone`, `public.mood`. */
  type: string
  /** Name of the type below any domain: decides how JSON paths and text search are written. */
  base: string
  /** SQL of the default, for `Prefer: missing=default`. */
  default: string | null
  /** Roles that may read it; undefined where no privilege is involved (columns of a function's result). */
  readers: ReadonlySet<Role> | undefined
}

export interface Table {
  name: string
  columns: ReadonlyMap<string, Column>
  /** Columns of the primary key, in its order. */
  key: readonly string[]
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
  /** `row` has columns; for `row` of a table, its columns keep their readers. */
  returns: {
    kind: 'void' | 'scalar' | 'row'
    set: boolean
    name: string
    columns: ReadonlyMap<string, Column>
    /** A domain named like a media type (`image/png`): the value may be sent as it is. A bytea is sent as bytes. */
    media?: { type: string; bytes: boolean }
  }
  callers: ReadonlySet<Role>
}

/** What requests are planned against. A caller's name reaches SQL only by being found in here. */
export interface Catalogue {
  tables: ReadonlyMap<string, Table>
  routines: ReadonlyMap<string, readonly Routine[]>
}

export interface OpenCatalogue {
  /** @throws PGRST002 (503) while the database cannot be read */
  current(): Promise<Catalogue>
  /** Whether PostgreSQL knows a time zone of this name. */
  hasTimezone(name: string): Promise<boolean>
}

/**
 * Reads the catalogue at first use and keeps it until `NOTIFY pgrst` (payload empty or `reload schema`), or until the
 * connection that hears it was lost: what was said meanwhile nobody knows.
 */
export function openCatalogue(database: Database): OpenCatalogue {
  let reading: Promise<Catalogue> | undefined
  let listening: Promise<unknown> | undefined
  let timezones: Promise<ReadonlySet<string>> | undefined

  const forget = (payload: string) => {
    if (payload === '' || payload === 'reload schema') reading = undefined
  }
  return {
    current() {
      listening ??= database.listen('pgrst', forget, () => forget(''))
      // Listening first: a change between a reading and it would never be heard of.
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

/** In lower case, as PostgreSQL compares them; a few hundred, which only an update of its files changes. */
async function readTimezones(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await database.once<{ name: string }>(ANONYMOUS, { text: TIMEZONES, values: [] })
  return new Set(rows.map(({ name }) => name.toLowerCase()))
}

function readCatalogue(database: Database): Promise<Catalogue> {
  return database.transaction(ANONYMOUS, { readOnly: true, timeoutMs: 10_000 }, async (query) => {
    await query(`select set_config('search_path', '', true)`)
    const tables = (await query(TABLES)).rows as TableRow[]
    const routines = (await query(ROUTINES)).rows as RoutineRow[]
    return makeCatalogue(tables, routines)
  })
}

interface ColumnRow {
  name: string
  type: string
  base: string
  default?: string | null
  readers?: Role[]
}
interface TableRow {
  name: string
  key: string[]
  columns: ColumnRow[]
}
interface RoutineRow {
  name: string
  volatile: boolean
  returnsSet: boolean
  returnsType: string
  returnsRow: boolean
  returnsTable: string | null
  returnsMedia?: string | null
  returnsBase?: string | null
  defaults: number
  arguments: { name: string; mode: string; type: string; base: string }[]
  attributes: ColumnRow[]
  callers: Role[]
}

/** Pure; tests make a catalogue of their own with it. */
export function makeCatalogue(tableRows: TableRow[], routineRows: RoutineRow[]): Catalogue {
  const tables = new Map(tableRows.map((row) => [row.name, { ...row, columns: columnMap(row.columns) }]))
  const routines = new Map<string, Routine[]>()
  for (const row of routineRows) {
    const made = routine(row, tables)
    // A bare `record` has no columns to name: nobody can call that without a column list of their own.
    if (made.returns.kind === 'row' && made.returns.columns.size === 0) continue
    routines.set(row.name, [...(routines.get(row.name) ?? []), made])
  }
  return { tables, routines }
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
    },
    callers: new Set(row.callers),
  }
}

/** A cast to `character` or `bit` without a length would cut the value to one. */
function unbounded(type: string): string {
  return type.replace(/^(character|bit)(?=$|\[)/, '$1 varying')
}
