import { sql } from 'kysely'
import { sqlState } from '#kernel/db/database-error.ts'
import type { Db } from '#kernel/db/database.ts'
import { analyticsErrors } from '../errors.ts'
import type { Time } from './visits.ts'

/** Days of a zone, as times. */
export interface Bounds {
  /** When each day starts, or each hour of a single day; the last one is the end. */
  starts: Time[]
  /** The same number of days before; until the same time of day if the period contains today. */
  before: [from: Time, to: Time]
}

const MOST_DAYS = 400
/** PostgreSQL's SQLSTATE for an unknown time zone, and for a day that the calendar lacks. */
const UNKNOWN_ZONE = '22023'
const NO_DAY = /^22(007|008)$/

/**
 * When the days of a period start, by the rules of the zone: a day has 23 or 25 hours when summer time starts or ends.
 * @throws {AppError} unknown_zone, bad_period
 */
export async function boundsOf(
  db: Db,
  { from, to, zone }: { from: string; to: string; zone: string },
): Promise<Bounds> {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  if (!(days >= 1 && days <= MOST_DAYS)) throw analyticsErrors.bad_period()
  const start = (day: ReturnType<typeof sql>) => sql`((${day})::timestamp at time zone ${zone})`
  const end = start(sql`${to}::date + 1`)
  const starts =
    days === 1
      ? sql`select h as at from generate_series(${start(sql`${from}::date`)}, ${end}, '1 hour') h union select ${end}`
      : sql`select ${start(sql`${from}::date + n`)} as at from generate_series(0, ${days}::integer) n`
  try {
    const { rows } = await sql<{ starts: Time[]; before_from: Time; before_to: Time }>`
      select (select array_agg(at::text order by at) from (${starts}) s) as starts,
        ${start(sql`${from}::date - ${days}::integer`)}::text as before_from,
        least(${start(sql`${from}::date`)}, case when now() < ${end}
          then ((now() at time zone ${zone}) - make_interval(days => ${days}::integer)) at time zone ${zone} end)::text as before_to`.execute(
      db,
    )
    const { starts: found, before_from, before_to } = rows[0]!
    return { starts: found, before: [before_from, before_to] }
  } catch (error) {
    const state = sqlState(error) ?? ''
    if (state === UNKNOWN_ZONE) throw analyticsErrors.unknown_zone({ cause: error })
    if (NO_DAY.test(state)) throw analyticsErrors.bad_period({ cause: error })
    throw error
  }
}
