import pg from 'pg'
import type { TestDatabase } from './test-database.ts'

/** Connections of the owner, for transactions that are open at the same time. They end before the database is dropped. */
export async function connectionsTo(database: TestDatabase, count: number): Promise<pg.Client[]> {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: database.ownerUrl }))
  await Promise.all(clients.map((client) => client.connect()))
  database.beforeDrop(async () => void (await Promise.all(clients.map((client) => client.end()))))
  return clients
}

/** Whether a transaction waits for a lock of this connection. */
export async function isWaitedFor(by: pg.Client): Promise<boolean> {
  const { rows } = await by.query(
    'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
  )
  return rows.length > 0
}
