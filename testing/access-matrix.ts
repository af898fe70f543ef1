import { pathToFileURL } from 'node:url'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client, DatabaseError } from 'pg'
import { runStatements } from './access/attempts.ts'
import { cellOf, cellsOf, insertSql, snapshotSql } from './access/cells.ts'
import type { Cell } from './access/cells.ts'
import { judge } from './access/judge.ts'
import { principalNames, principals } from './access/principals.ts'
import type { Principal } from './access/principals.ts'
import type { TableAccess, UnitAccess } from './access/types.ts'
import { invitation, staff, tenants } from './access/world.ts'
import { functionFaults, schemaFaults } from './access/routines.ts'
import { testDatabase } from './test-database.ts'

/** Connections for an access matrix: one with the login role of requests, one as the database's owner. */
export interface Sessions {
  app: Client
  owner: Client
}

/** One principal's cells of one table; each sheet becomes one test. */
interface Sheet {
  table: TableAccess
  principal: Principal
  cites: string[]
  title: string
  cells: Cell[]
}

let collected: UnitAccess[] | undefined

/**
 * Declares the access tests of a unit's tables, functions and schemas: the entire content of its
 * `access.test.ts`. Expectations are written manually; the catalog is only used to check that they cover
 * every column.
 */
export function accessTests(unit: UnitAccess): void {
  if (collected) return void collected.push(unit)
  const sessions = openSessions(unit)
  sessions.catch(() => undefined) // each test awaits it and reports the failure
  after(() => sessions.then(({ app }) => app.end()).catch(() => undefined))
  for (const table of unit.tables)
    test(`${citing(['C01', ...(table.shape ?? [])])} ${table.table}: expectations cover every column`, async () => {
      assert.deepEqual([...table.columns].sort(), await columnsOf((await sessions).owner, table.table))
    })
  for (const sheet of sheetsOf(unit))
    test(titleOf(sheet), async () => {
      assert.deepEqual(await faultsOf(sheet, await sessions), [])
    })
  for (const [what, faults] of Object.entries({ functions: functionFaults, schemas: schemaFaults }))
    if (unit[what as 'functions' | 'schemas'])
      test(`[C01] ${unit.unit}: who may use its ${what}`, async () => {
        assert.deepEqual(await faults((await sessions).owner, unit), [])
      })
}

/** How many times matrices were collected in this process. */
let collections = 0

/** Loads the access matrices of these files as data, without running them as tests. */
export async function collectAccess(files: string[]): Promise<UnitAccess[]> {
  const units: UnitAccess[] = []
  collected = units
  collections += 1
  for (const file of files) {
    const before = units.length
    // The query makes this load the file again, if it already runs as a test or was collected in this process.
    await import(`${pathToFileURL(file).href}?collect=${collections}`)
    if (units.length === before) throw new Error(`${file} does not call accessTests()`)
  }
  collected = undefined
  return units
}

/** Yields every fault of a unit, in the order of its tests. The table named in `first` is tested first. */
export async function* unitFaults(
  unit: UnitAccess,
  sessions: Sessions,
  first?: string,
): AsyncGenerator<string> {
  const sheets = sheetsOf(unit)
  const ordered = first
    ? [...sheets].sort((a, b) => Number(b.table.table === first) - Number(a.table.table === first))
    : sheets
  yield* await functionFaults(sessions.owner, unit)
  yield* await schemaFaults(sessions.owner, unit)
  for (const sheet of ordered)
    yield* await faultsOf(sheet, sessions).catch((error: Error) => {
      // The service role, which inspects every outcome, could not read the table.
      if (error instanceof DatabaseError) return [`${sheet.title}: ${error.message}`]
      throw error
    })
}

/** Inserts the tenants and a unit's rows into a database, as its owner. */
export async function fillTables(owner: Client, unit: UnitAccess): Promise<void> {
  for (const row of Object.values(tenants)) await owner.query(insertSql('public.tenants', row))
  for (const member of staff) await owner.query(insertSql('public.tenant_staff', member))
  await owner.query(insertSql('public.staff_invitations', invitation))
  for (const { table, key, before, rows } of unit.tables) {
    if (before) await owner.query(before)
    for (const row of Object.values(rows).filter((row) => Object.keys(row).length > key.length))
      await owner.query(`${insertSql(table, row)} on conflict do nothing`)
  }
}

/** Number of statements that a unit's matrices try. */
export const countCells = (unit: UnitAccess) =>
  sheetsOf(unit).reduce((sum, { cells }) => sum + cells.length, 0)

function sheetsOf(unit: UnitAccess): Sheet[] {
  return unit.tables.flatMap((table) => [
    ...principalNames.map((principal) => ({
      table,
      principal,
      title: `${table.table} as ${principal}`,
      cites: ['C01', ...(table.cites ?? []), ...(table.rights[principal]?.cites ?? [])],
      cells: cellsOf(table, principal),
    })),
    ...(table.attempts ?? []).map((attempt) => ({
      table,
      principal: attempt.as,
      title: `${table.table}: ${attempt.as} ${attempt.does}`,
      cites: attempt.cites ?? [],
      cells: [cellOf(attempt)],
    })),
  ])
}

const citing = (ids: string[]) => [...new Set(ids)].map((id) => `[${id}]`).join(' ')
const titleOf = ({ cites, title }: Sheet) => `${citing(cites)} ${title}`.trim()

async function faultsOf({ table, principal, cells, title }: Sheet, sessions: Sessions): Promise<string[]> {
  const claims = principals[principal]
  const { before, results } = await runStatements(
    claims ? sessions.app : sessions.owner,
    claims,
    snapshotSql(table),
    cells.map(({ statement }) => statement),
  )
  assert.ok(results.length === cells.length && cells.length > 0)
  return cells.flatMap((cell, i) => {
    const fault = judge(table, cell, before, results[i]!)
    return fault ? [`${title} ${cell.title}: ${fault}`] : []
  })
}

async function openSessions(unit: UnitAccess): Promise<Sessions> {
  const { owner, appUrl } = await testDatabase()
  const app = new Client({ connectionString: appUrl })
  app.on('error', () => undefined)
  await fillTables(owner, unit)
  await app.connect()
  return { app, owner }
}

async function columnsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
     order by attname collate "C"`,
    [table],
  )
  return rows.map(({ name }) => name)
}
