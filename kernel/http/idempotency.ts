import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Claims } from '../db/claims.ts'
import { AppError, defineErrors } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { addressKey } from '../limits.ts'
import { newToken } from '../secrets/one-time-token.ts'
import type { SealedPlace } from '../secrets/sealed-places.ts'
import type { RouteContext } from './route.ts'

const errors = defineErrors({
  bad_idempotency_key: { status: 400, text: 'Idempotency-Key must be 1 to 255 visible characters' },
  idempotency_key_reused: {
    status: 422,
    text: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
  },
  idempotency_in_progress: {
    status: 409,
    text: 'A request with this Idempotency-Key is still being processed. Please try again in a moment.',
  },
})

/**
 * What a call can rely on: both values stay the same when another process resumes a call whose process died, so that
 * it finds what was already created.
 */
export interface Attempt {
  /** A UUIDv7 for the created object; undefined for a call without a key. */
  id?: string
  /** 256 random bits. */
  secret: string
}

/** Maximum wait for the first call's response, in milliseconds. */
const WAIT_MS = 20_000
/** First and longest pause between two checks, in milliseconds: many waiting calls must not slow down the first one. */
const PAUSE_MS = { first: 100, longest: 1000 }

/**
 * Runs a call once per `Idempotency-Key`: repeated and concurrent calls get the first one's response for 24 hours. A
 * key is scoped to its caller: the account, or for anonymous visitors their tenant and network. A failed call leaves
 * no trace, so that it can be retried.
 * @param goesOn returns true for a failure after which the work may still have happened (a lost response): the key keeps
 *   its attempt, and the next call with the key resumes it
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 * @throws {AppError} bad_idempotency_key, idempotency_key_reused (another body), idempotency_in_progress
 */
export async function onceByKey<I extends object, O>(
  c: RouteContext<I>,
  route: string,
  work: (attempt: Attempt) => Promise<O>,
  goesOn: (error: unknown) => boolean = () => false,
): Promise<O> {
  const key = keyOf(c.request.headers)
  if (key === undefined) return work({ secret: newToken() })
  const row = { key: hash([route, callerOf(c.claims, c.clientIp), key]), body: hash(sorted(c.input)) }
  const deadline = Date.now() + WAIT_MS
  for (let wait = PAUSE_MS.first; ; wait = Math.min(wait * 1.5, PAUSE_MS.longest)) {
    const attempt = await claim(c.kernel, row)
    if (attempt) return first(c.kernel, row, attempt, { work, goesOn })
    const answer = await answerOf(c.kernel, row)
    if (answer !== undefined) return JSON.parse(answer) as O
    if (Date.now() > deadline) throw errors.idempotency_in_progress({ headers: { 'retry-after': '2' } })
    await pause(wait)
  }
}

/** A failure after which the work may still have happened: a call with the same key must resume it, not repeat it. */
export const isUnanswered = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500

interface Row {
  key: Buffer
  body: Buffer
}

/** Stores the key, or takes it over from a call that has not finished within a minute or was left to be resumed. */
async function claim(kernel: Kernel, { key, body }: Row): Promise<Required<Attempt> | undefined> {
  const secret = newToken()
  const sealed = kernel.sealer.seal(secret, placeOf(key))
  const { rows } = await kernel.database.asService('server: begin a call with an idempotency key', (db) =>
    sql<{ id: string; sealed: string }>`
      insert into app.idempotency_keys as k (key_hash, body_hash, sealed_secret)
      values (${key}, ${body}, ${sealed})
      on conflict (key_hash) do update set begun_at = now()
        where k.sealed_answer is null and k.body_hash = excluded.body_hash
          and k.begun_at < now() - interval '60 seconds'
      returning attempt_id as id, sealed_secret as sealed`.execute(db),
  )
  const [row] = rows
  return row && { id: row.id, secret: kernel.sealer.open(row.sealed, placeOf(key)) }
}

async function first<O>(
  kernel: Kernel,
  { key }: Row,
  attempt: Required<Attempt>,
  { work, goesOn }: { work: (attempt: Attempt) => Promise<O>; goesOn: (error: unknown) => boolean },
): Promise<O> {
  try {
    const answer = await work(attempt)
    const sealed = kernel.sealer.seal(JSON.stringify(answer), placeOf(key))
    await kernel.database.asService('server: keep the answer of a call', (db) =>
      sql`update app.idempotency_keys set sealed_answer = ${sealed}
          where key_hash = ${key} and attempt_id = ${attempt.id}`.execute(db),
    )
    return answer
  } catch (error) {
    if (goesOn(error))
      await kernel.database.asService('server: leave a call to be taken up', (db) =>
        sql`update app.idempotency_keys set begun_at = '-infinity'
            where key_hash = ${key} and attempt_id = ${attempt.id} and sealed_answer is null`.execute(db),
      )
    else
      await kernel.database.asService('server: forget a call that failed', (db) =>
        sql`delete from app.idempotency_keys
          where key_hash = ${key} and attempt_id = ${attempt.id} and sealed_answer is null`.execute(db),
      )
    throw error
  }
}

/** The first call's response; undefined while it is running, or if it has just failed. */
async function answerOf(kernel: Kernel, { key, body }: Row): Promise<string | undefined> {
  const { rows } = await kernel.database.asService('server: look for the answer of a call', (db) =>
    sql<{ body: Buffer; sealed: string | null }>`
      select body_hash as body, sealed_answer as sealed from app.idempotency_keys where key_hash = ${key}`.execute(
      db,
    ),
  )
  const [row] = rows
  if (!row) return undefined
  if (!row.body.equals(body)) throw errors.idempotency_key_reused()
  return row.sealed === null ? undefined : kernel.sealer.open(row.sealed, placeOf(key))
}

/** Deletes keys older than a day; the repair job calls it. */
export async function forgetOldKeys(kernel: Kernel): Promise<void> {
  await kernel.database.asService('server: forget old idempotency keys', (db) =>
    sql`delete from app.idempotency_keys where created_at < now() - interval '24 hours'`.execute(db),
  )
}

function keyOf(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw errors.bad_idempotency_key()
  return key
}

function callerOf({ role, pool, tenant, sub }: Claims, clientIp: string): string {
  return sub ? `${role} ${pool} ${sub}` : `visitor ${tenant} ${addressKey(clientIp)}`
}

export const placeOf = (key: Buffer): SealedPlace => `app.idempotency_keys:${key.toString('hex')}`
const hash = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest()
const sorted = (input: object) => Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))
