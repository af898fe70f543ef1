import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { setAppLogin } from '#kernel/db/app-login.ts'
import { openDatabase } from '#kernel/db/database.ts'
import type { Database } from '#kernel/db/database.ts'
import { asDatabaseOwner } from '#kernel/db/owner-connection.ts'
import { createLogger } from '#kernel/log.ts'
import { cloneTemplate } from './test-cluster.ts'

export interface TestDatabase {
  database: Database
  /**
   * Connection as the database's owner, for fixtures and inspection (row-level security is forced on it
   * too).
   */
  owner: pg.Client
  ownerUrl: string
  appUrl: string
  /** Runs before the database is dropped. Close any additional connections to it here. */
  beforeDrop(close: () => Promise<void>): void
}

/** Creates a migrated database for this test file and drops it when the file is done. */
export async function testDatabase(): Promise<TestDatabase> {
  const clone = await cloneTemplate()
  const password = randomBytes(16).toString('hex')
  const appUrl = await asDatabaseOwner(clone.ownerUrl, (client) =>
    setAppLogin(client, clone.ownerUrl, password),
  )
  const database = openDatabase(appUrl, { poolSize: 10, log: createLogger('error') })
  const owner = new pg.Client({ connectionString: clone.ownerUrl })
  owner.on('error', () => undefined)
  await owner.connect()
  const closers: (() => Promise<void>)[] = [() => database.close()]
  after(async () => {
    for (const close of closers) await close()
    await owner.end()
    await clone.drop()
  })
  return {
    database,
    owner,
    ownerUrl: clone.ownerUrl,
    appUrl,
    beforeDrop: (close) => void closers.unshift(close),
  }
}
