import { Client } from 'pg'
import { setAppLogin } from '#kernel/db/app-login.ts'
import { dropDatabase } from '#testing/drop-database.ts'
import type { Sessions } from '#testing/access-matrix.ts'
import { fillTables } from '#testing/access-matrix.ts'
import type { UnitAccess } from '#testing/access/types.ts'
import { testOwnerUrl } from '#testing/test-cluster.ts'

/** Databases to break: one filled for each unit, with a fresh copy for each mutant. */
export interface Arena {
  /** Runs with a fresh copy of the unit's filled database. */
  within<T>(unit: UnitAccess, lane: number, work: (sessions: Sessions) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const nameOf = (unit: UnitAccess) => `bb_mutate_${process.pid}_${unit.unit.replaceAll(/\W/g, '_')}`

/**
 * Fills one database for each unit from the template.
 * @param lanes maximum number of concurrent copies
 */
export async function openArena(template: string, units: UnitAccess[], lanes: number): Promise<Arena> {
  const admin = await connect(await testOwnerUrl('postgres'))
  const copies = Array.from({ length: lanes }, (_, lane) => `bb_mutant_${process.pid}_${lane}`)
  for (const unit of units) {
    await clone(admin, nameOf(unit), template)
    const owner = await connect(await testOwnerUrl(nameOf(unit)))
    await fillTables(owner, unit)
    await owner.end()
  }
  return {
    async within(unit, lane, work) {
      const copy = copies[lane]!
      await clone(admin, copy, nameOf(unit))
      const ownerUrl = await testOwnerUrl(copy)
      const owner = await connect(ownerUrl)
      const app = await connect(await setAppLogin(owner, ownerUrl, 'test'))
      try {
        return await work({ app, owner })
      } finally {
        await Promise.all([app.end(), owner.end()])
      }
    },
    async close() {
      for (const name of [...copies, ...units.map(nameOf)]) await dropDatabase(admin, name)
      for (const copy of copies) await admin.query(`drop role if exists ${copy}_authenticator`)
      await admin.end()
    },
  }
}

async function clone(admin: Client, name: string, from: string): Promise<void> {
  await dropDatabase(admin, name)
  await admin.query(`create database ${name} template ${from} strategy file_copy`)
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
