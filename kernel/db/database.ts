import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log.ts'
import { AppPool, LoginAddress } from './app-pool.ts'
import { NO_SETTINGS, SERVICE, SETTINGS, settingValues } from './claims.ts'
import type { Claims, TransactionSettings } from './claims.ts'
import { ImplicitTransaction, SETTINGS_STATEMENT } from './implicit-transaction.ts'
import { openListener } from './listener.ts'
import type { Listen } from './listener.ts'
import type { ServiceReason } from './service-reason.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type RawQuery = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

export interface Statement extends TransactionSettings {
  /** Name of the prepared statement; the role is appended, so that each role has its own plan. */
  name?: string
  text: string
  values: unknown[]
}

/** The database as requests use it: always with a role and claims, always in one transaction. */
export interface Database {
  withClaims<T>(claims: Claims, work: (db: Db) => Promise<T>, options?: TransactionSettings): Promise<T>
  /**
   * Works as the service role, which row-level security does not restrict. Prefer `withClaims`.
   * `kernel/db/service-access.md` lists all calls.
   */
  asService<T>(reason: ServiceReason, work: (db: Db) => Promise<T>): Promise<T>
  once<R extends object>(claims: Claims, statement: Statement): Promise<{ rows: R[]; rowCount: number }>
  transaction<T>(
    claims: Claims,
    options: TransactionSettings,
    work: (query: RawQuery) => Promise<T>,
  ): Promise<T>
  /** Notifications sent while the connection is down are lost; `onReconnect` reports that it is back. */
  listen: Listen
  /**
   * Takes an exclusive session advisory lock on the connection of `listen`. While the lock is in pg_locks, this process
   * is alive. The lock is lost with the connection; take it again on reconnect.
   * @throws {Error} while the connection is down
   */
  hold(kind: number, id: number): Promise<void>
  close(): Promise<void>
}

const INT8 = 20
/** Money and counts fit exactly into a double; all other types keep pg's defaults. */
const types = new pg.TypeOverrides()
types.setTypeParser(INT8, Number)

/** Longer than any statement timeout (REST gives the service role a minute), so only a dead connection reaches it. */
const DEAD_AFTER_MS = 75_000

/**
 * Opens the request pool. The login role has no rights of its own; each transaction switches to one of the four roles.
 * @param login of the authenticator, never of the owner
 */
export function openDatabase(
  login: string | LoginAddress,
  options: {
    poolSize: number
    log: Logger
    /** Milliseconds to wait for a connection. */ timeoutMs?: number
  },
): Database {
  const address = login instanceof LoginAddress ? login : new LoginAddress(login, options.log)
  const pool = new AppPool(address, {
    max: options.poolSize,
    types,
    connectionTimeoutMillis: options.timeoutMs ?? 5000,
    query_timeout: DEAD_AFTER_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'bolt-blocks',
    onConnect: (client) => prepareSession(client, options.log),
  })
  pool.on('error', (error) =>
    options.log.warn({ error: error.message }, 'an idle database connection was lost'),
  )
  const listener = openListener(address, options.log)

  async function transaction<T>(
    claims: Claims,
    settings: TransactionSettings,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query(beginSql(settingValues(claims, settings)))
      const result = await work(client)
      const { command } = await client.query('commit')
      if (command === 'ROLLBACK') throw new Error(SWALLOWED)
      return result
    } catch (error) {
      await client.query('rollback').catch((lost: Error) => (broken = lost))
      throw error
    } finally {
      client.release(broken)
    }
  }

  const withClaims: Database['withClaims'] = (claims, work, settings = {}) =>
    transaction(claims, settings, (client) => work(kyselyOn(client)))

  return {
    withClaims,
    asService: (reason, work) => {
      options.log.trace({ reason }, 'service access')
      return withClaims(SERVICE, work)
    },
    transaction: (claims, settings, work) =>
      transaction(claims, settings, (client) =>
        work((text, values) => client.query(text, values as unknown[])),
      ),
    async once(claims, statement) {
      const settings = settingValues(claims, statement)
      const client = await pool.connect()
      let broken = false
      try {
        return await submit(client, settings, {
          name: statement.name ? `${statement.name}:${claims.role}` : '',
          text: statement.text,
          values: statement.values,
        })
      } catch (error) {
        broken = isBroken(error)
        throw error
      } finally {
        client.release(broken)
      }
    },
    listen: listener.listen,
    hold: listener.hold,
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

const SWALLOWED =
  'A statement of this transaction failed and its error was swallowed, so it was rolled back: rethrow the error'

/**
 * Prepares a connection before it is handed out; one that cannot be prepared never is. The error listener is needed
 * because an error on a checked-out connection would otherwise end the process.
 */
async function prepareSession(client: pg.ClientBase, log: Logger): Promise<void> {
  client.on('error', (error) => log.debug({ error: error.message }, 'a database connection was lost'))
  await client.query({ ...SETTINGS_STATEMENT, values: NO_SETTINGS })
}

/** Connection ended by the server, missing or outdated prepared statements, protocol errors. */
const BROKEN_SESSION = /^(08|57P|26000|0A000|42P05)/

/** False for an error of a single statement; true when the connection must not be reused. */
function isBroken(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || BROKEN_SESSION.test(error.code ?? '')
}

function submit<R extends object>(
  client: pg.PoolClient,
  settings: string[],
  statement: { name: string; text: string; values: unknown[] },
) {
  return new Promise<{ rows: R[]; rowCount: number }>((resolve, reject) => {
    const query = new ImplicitTransaction(settings, statement, (error, result) =>
      error ? reject(error) : resolve({ rows: result.rows as R[], rowCount: result.rowCount ?? 0 }),
    )
    client.query(query as unknown as pg.Submittable)
  })
}

/** BEGIN and the settings in one simple-protocol message. */
function beginSql(values: string[]): string {
  const calls = SETTINGS.map((name, i) => `set_config('${name}', ${pg.escapeLiteral(values[i]!)}, true)`)
  return `begin; select ${calls.join(', ')}`
}

/** A query builder on the transaction's own connection. */
function kyselyOn(client: pg.PoolClient): Db {
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined, options: {} }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
