import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type { Compilable, CompiledQuery } from 'kysely'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Database, Db } from '#kernel/db/database.ts'
import type { DB } from '#kernel/db/tables.ts'

/**
 * Builds statements without a connection. A use case runs them one at a time, each in one round trip, or
 * several in one transaction.
 */
export const build = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Placeholder in a statement for a value that each run supplies. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Prepares a hot statement of one shape: built and compiled once, then only filled with values.
 * @param shape gets a placeholder for each value. It may only pass it on as a parameter, not inspect or list
 *   it.
 */
export function prepare<Values extends object, R extends object>(
  shape: (slots: Values) => Compilable<R>,
): (values: Values) => Compilable<R> {
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values
  let compiled: CompiledQuery<R> | undefined
  return (values) => ({
    compile() {
      compiled ??= shape(slots).compile()
      const parameters = compiled.parameters.map((parameter) =>
        parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
      )
      return { ...compiled, parameters }
    },
  })
}

/** The database's clock, which decides all times. */
export const now = sql<Date>`now()`

/** A time this many seconds ahead by the database's clock. */
export const fromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** Passes JSON as a parameter of type jsonb. Without it an array would become a PostgreSQL array. */
export const jsonb = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`

/** Runs a built statement as the service role and returns its rows. */
export type Run = <R extends object>(statement: Compilable<R>) => Promise<R[]>

/**
 * Runs each statement as its own transaction, in one round trip. `name` caches the plan of a hot statement.
 */
export async function runAlone<R extends object>(
  database: Database,
  statement: Compilable<R>,
  name?: string,
): Promise<R[]> {
  const { sql: text, parameters } = statement.compile()
  const { rows } = await database.once<R>(SERVICE, {
    name: name && `auth_${name}`,
    text,
    values: [...parameters],
  })
  return rows
}

/** Runs all statements of `work` in one transaction. */
export function runTogether<T>(
  database: Database,
  reason: string,
  work: (run: Run, db: Db) => Promise<T>,
): Promise<T> {
  return database.asService(`auth: ${reason}`, (db) =>
    work(async (statement) => (await db.executeQuery(statement.compile())).rows, db),
  )
}
