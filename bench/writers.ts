import { openLines } from './http-line.ts'
import type { Lines } from './http-line.ts'
import { startInstance } from './instance.ts'
import type { Instance } from './instance.ts'
import { figuresOf, measureInTurn, ratio } from './measure.ts'
import type { Load, Work } from './measure.ts'
import { progress } from './progress.ts'
import { addTables, insertOf } from './records.ts'
import { addTenants, withOwner } from './rest-world.ts'
import type { Tenant } from './rest-world.ts'
import type { Row } from './subjects.ts'

/** Writers of one tenant at a time. */
const WRITERS = [1, 8, 32]
/** Connections to the database, so that all writers write at the same time. */
const POOL = { DATABASE_POOL: '40' }
/** Maximum time of an insert, as a multiple of its time when no rows are counted. */
const SLOWER = 1.3

/** What counting rows and bytes costs writers of one tenant: an instance that counts them beside one that does not. */
export async function writersSubject(load: Load): Promise<Row[]> {
  const closers: (() => unknown)[] = []
  try {
    const counted = await writerOf(await startInstance(POOL), closers)
    const other = await startInstance(POOL)
    const uncounted = await writerOf(other, closers)
    await withOwner(other.databaseUrl, (client) =>
      client.query('alter table app.records disable trigger count_added'),
    )
    const rows: Row[] = []
    for (const inFlight of WRITERS) {
      const rates = await measureInTurn({ counted, uncounted }, { ...load, inFlight })
      rows.push({
        name: `insert of one row, counted / not counted, ${inFlight} writers of one tenant`,
        measured: ratio(rates.counted, rates.uncounted),
        atLeast: 1 / SLOWER,
        ...figuresOf(rates.counted),
        detail: `counted ${Math.round(rates.counted.median)}/s, not counted ${Math.round(rates.uncounted.median)}/s`,
      })
    }
    return rows
  } finally {
    for (const close of closers) await close()
  }
}

async function writerOf(instance: Instance, closers: (() => unknown)[]): Promise<Work> {
  closers.unshift(() => instance.stop())
  progress('adding a tenant with an own table')
  const [tenant] = (await addTenants(instance, 1)) as [Tenant]
  await withOwner(instance.databaseUrl, (client) => addTables(client, [tenant], 1))
  const lines: Lines = openLines(instance.url)
  closers.unshift(() => lines.close())
  const request = insertOf('own_1', tenant, 1)
  return lines.work(() => request)
}
