import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log.ts'
import { SERVICE, SETTINGS, settingValues } from './claims.ts'
import type { Claims, TransactionSettings } from './claims.ts'
import { ImplicitTransaction, SETTINGS_STATEMENT } from './implicit-transaction.ts'
import { openListener } from './listener.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type RawQuery = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

export interface Statement extends TransactionSettings {
  /** Name of the prepared plan; the role is added, so that each role gets a plan of its own. */
  name?: string
  text: string
  values: unknown[]
}

/** The database as a request sees it: always under a role and claims, always in one transaction. */
export interface Database {
  withClaims<T>(claims: Claims, work: (db: Db) => Promise<T>, options?: TransactionSettings): Promise<T>
  asService<T>(reason: string, work: (db: Db) => Promise<T>): Promise<T>
  once<R extends object>(claims: Claims, statement: Statement): Promise<{ rows: R[]; rowCount: number }>
  transaction<T>(
    claims: Claims,
    options: TransactionSettings,
    work: (query: RawQuery) => Promise<T>,
  ): Promise<T>
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => void>
  close(): Promise<void>
}

const INT8 = 20
/** Money and counts fit a double exactly; everything else keeps pg's defaults. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/**
 * Opens the request pool. The login role has no rights of its own; each transaction takes one of the four roles.
 * @param url of the authenticator, never of the owner
 */
export function openDatabase(url: string, options: { poolSize: number; log: Logger }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    types,
    connectionTimeoutMillis: 5000,
    application_name: 'bolt-blocks',
  })
  pool.on('error', (error) =>
    options.log.warn({ error: error.message }, 'an idle database connection was lost'),
  )
  pool.on('connect', (client) => {
    const idle = SETTINGS.map((name) =>
      name === 'role'
        ? 'anon'
        : name === 'statement_timeout'
          ? '0'
          : name === 'transaction_read_only'
            ? 'off'
            : '',
    )
    client.query({ ...SETTINGS_STATEMENT, values: idle }).catch(() => undefined)
  })
  const listener = openListener(url, options.log)

  async function transaction<T>(
    claims: Claims,
    settings: TransactionSettings,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect()
    let failed: Error | undefined
    try {
      await client.query(beginSql(settingValues(claims, settings)))
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((lost: Error) => (failed = lost))
      throw error
    } finally {
      client.release(failed)
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
      const client = await pool.connect()
      try {
        return await submit(client, settingValues(claims, statement), {
          name: statement.name ? `${statement.name}:${claims.role}` : '',
          text: statement.text,
          values: statement.values,
        })
      } finally {
        client.release()
      }
    },
    listen: listener.listen,
    async close() {
      await listener.close()
      await pool.end()
    },
  }
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
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) })
}
