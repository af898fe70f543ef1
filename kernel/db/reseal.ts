import type pg from 'pg'
import { createSealer } from '../secrets/sealer.ts'
import { lockAppLogin, newPassword, openKeyCheck, readKeyCheck, APP_LOGIN } from './key-check.ts'
import type { KeyRing } from './key-check.ts'
import { placeSql, sealedColumns } from './sealed-columns.ts'
import type { SealedColumn, SealedValue } from './sealed-columns.ts'

export interface ResealedColumn {
  /** `schema.table.column` */
  name: string
  /** Number of values that were resealed with the first key. */
  resealed: number
  /** Number of values that no key of the ring opens; they are left unchanged. */
  unopened: number
}

const BATCH = 500

/**
 * Reseals every stored secret with the first key of the ring. Each value is one conditional statement, so servers can
 * keep running, and a later run continues one that was killed. The check value comes last: while it is sealed with an
 * older key, the work is not complete.
 * @param client of the database's owner
 * @param report is called for each finished column
 * @returns a new password for the app login, stored but not set yet; undefined if the check value is already resealed
 * @throws {ConfigError} when the database belongs to other keys
 */
export async function resealAll(
  client: pg.Client,
  ring: KeyRing,
  report: (column: ResealedColumn) => void,
  batch = BATCH,
): Promise<string | undefined> {
  await lockAppLogin(client)
  await openKeyCheck(client, ring)
  for (const column of await sealedColumns(client))
    if (column.table !== 'app.instance_secrets') report(await resealColumn(client, ring, column, batch))
  return resealCheck(client, ring)
}

async function resealColumn(
  client: pg.Client,
  ring: KeyRing,
  column: SealedColumn,
  batch: number,
): Promise<ResealedColumn> {
  const result = { name: `${column.table}.${column.column}`, resealed: 0, unopened: 0 }
  // A concurrent update moves a row within its table, so repeat until a pass finds nothing to do.
  for (let changed = -1; changed !== 0; result.resealed += changed) {
    changed = 0
    result.unopened = 0
    for (let last = '(0,0)'; ;) {
      const values = await nextValues(client, ring, column, last, batch)
      if (values.length === 0) break
      last = values.at(-1)!.ctid
      const opened = resealed(ring, values)
      result.unopened += values.length - opened.length
      changed += await store(client, column, opened)
    }
  }
  return result
}

/** The next values, in table order, that are not sealed with the first key. */
async function nextValues(
  client: pg.Client,
  [first]: KeyRing,
  column: SealedColumn,
  after: string,
  batch: number,
): Promise<SealedValue[]> {
  const { rows } = await client.query<SealedValue>(
    `select ctid::text, ${column.column} as sealed, ${placeSql(column)} as place from ${column.table}
     where ${column.column} is not null and not starts_with(${column.column}, $1) and ctid > $2::tid
     order by ctid limit $3`,
    [`s1.${first!.id}.`, after, batch],
  )
  return rows
}

type Resealed = SealedValue & { fresh: string }

function resealed(ring: KeyRing, values: SealedValue[]): Resealed[] {
  const sealer = createSealer(ring)
  return values.flatMap((value) => {
    try {
      return { ...value, fresh: sealer.seal(sealer.open(value.sealed, value.place), value.place) }
    } catch {
      return []
    }
  })
}

/** Overwrites only the value that was read. If a server has resealed it in the meantime, the next pass reads it. */
async function store(
  client: pg.Client,
  { table, column }: SealedColumn,
  values: Resealed[],
): Promise<number> {
  if (values.length === 0) return 0
  const { rowCount } = await client.query(
    `update ${table} as t set ${column} = v.fresh
     from unnest($1::tid[], $2::text[], $3::text[]) as v (ctid, sealed, fresh)
     where t.ctid = v.ctid and t.${column} = v.sealed`,
    [values.map(({ ctid }) => ctid), values.map(({ sealed }) => sealed), values.map(({ fresh }) => fresh)],
  )
  return rowCount ?? 0
}

/** A retired key must not open the login either, so its password is replaced. */
async function resealCheck(client: pg.Client, ring: KeyRing): Promise<string | undefined> {
  const sealed = await readKeyCheck(client)
  if (sealed === undefined || sealed.startsWith(`s1.${ring[0]!.id}.`)) return undefined
  const password = newPassword()
  await client.query(
    'update app.instance_secrets set value_sealed = $1, updated_at = now() where name = $2 and value_sealed = $3',
    [createSealer(ring).seal(password, APP_LOGIN.place), APP_LOGIN.name, sealed],
  )
  return password
}
