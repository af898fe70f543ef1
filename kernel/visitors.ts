import { createHmac } from 'node:crypto'
import type { Database } from './db/database.ts'
import { SERVICE } from './db/claims.ts'
import { addressKey } from './limits.ts'
import type { Logger } from './log.ts'

/** How long a process uses a salt before it asks again whether the day is over, in milliseconds. */
const FRESH_MS = 10_000

/** Hashes of visitors: the same for requests of one browser during a day (UTC), and of no use afterwards. */
export interface Visitors {
  /**
   * HMAC-SHA-256 of the client's network and browser with the salt of the day, as hex. Without a database it is random, so that the request
   * itself does not fail.
   */
  of(address: string, userAgent: string | undefined): Promise<string>
}

interface Salt {
  day: string
  salt: Buffer
}

/** @param database which decides what day it is, and has one salt for all processes */
export function createVisitors(database: Pick<Database, 'once'>, log: Logger): Visitors {
  let known: { salt: Buffer; until: number } | undefined
  let reading: Promise<Buffer> | undefined

  async function read(): Promise<Buffer> {
    const now = Date.now()
    const { rows } = await database.once<Salt>(SERVICE, {
      name: 'visitor_salt',
      // Yesterday's stays until tomorrow, for processes whose day has not ended yet.
      text: `with today as (select (now() at time zone 'UTC')::date as day),
          old as (delete from app.visitor_salts s using today where s.day < today.day - 1)
        insert into app.visitor_salts as s (day, salt)
          select day, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) from today
        on conflict (day) do update set day = excluded.day
        returning s.day::text as day, s.salt`,
      values: [],
    })
    const { day, salt } = rows[0]!
    const ends = Date.parse(`${day}T00:00:00Z`) + 86_400_000
    known = { salt, until: Math.min(now + FRESH_MS, Math.max(ends, now)) }
    return salt
  }

  async function current(): Promise<Buffer> {
    if (known && known.until > Date.now()) return known.salt
    return (reading ??= read().finally(() => (reading = undefined)))
  }

  return {
    async of(address, userAgent) {
      try {
        const salt = await current()
        return createHmac('sha256', salt)
          .update(`${addressKey(address)}\n${userAgent ?? ''}`)
          .digest('hex')
      } catch (error) {
        log.warn({ error: String(error) }, 'the salt of visitors could not be read')
        return crypto.randomUUID()
      }
    },
  }
}
