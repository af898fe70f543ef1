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
 * What a call may build on: both stay the same when another process takes up a call whose process died, so that what
 * it made already is found again.
 */
export interface Attempt {
  /** A UUIDv7 for what is made; undefined for a call without a key. */
  id?: string
  /** 256 random bits. */
  secret: string
}

/** Milliseconds a repeated call waits for the first one's answer, and between its looks. */
const PATIENCE = 20_000
const LOOK = 120

/**
 * Does the work of a call once for each `Idempotency-Key`: repeated and parallel calls get the first one's answer, for
 * 24 hours. A key is its caller's own: the account, or for visitors without one their tenant and network. A call that
 * fails leaves no trace, so that it can be tried again.
 * @param goesOn tells a failure after which the thing may have been done all the same (a lost answer): the key keeps
 *   its attempt, and whoever comes with it again takes that one up
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
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const attempt = await claim(c.kernel, row)
    if (attempt) return first(c.kernel, row, attempt, { work, goesOn })
    const answer = await answerOf(c.kernel, row)
    if (answer !== undefined) return JSON.parse(answer) as O
    if (Date.now() > deadline) throw errors.idempotency_in_progress({ headers: { 'retry-after': '2' } })
    await pause(LOOK)
  }
}

/** A failure after which the work may be done all the same: with the same key it must be taken up, not done again. */
export const isUnanswered = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500

interface Row {
  key: Buffer
  body: Buffer
}

/** Writes the key down, or takes over: from a process that has not answered for a minute, or what was left to be. */
async function claim(kernel: Kernel, { key, body }: Row): Promise<Required<Attempt> | undefined> {
  const secret = newToken()
  const sealed = kernel.sealer.seal(secret, placeOf(key))
  const { rows } = await kernel.database.asService('begin a call with an idempotency key', (db) =>
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
    await kernel.database.asService('keep the answer of a call', (db) =>
      sql`update app.idempotency_keys set sealed_answer = ${sealed}
          where key_hash = ${key} and attempt_id = ${attempt.id}`.execute(db),
    )
    return answer
  } catch (error) {
    if (goesOn(error))
      await kernel.database.asService('leave a call to be taken up', (db) =>
        sql`update app.idempotency_keys set begun_at = '-infinity'
            where key_hash = ${key} and attempt_id = ${attempt.id} and sealed_answer is null`.execute(db),
      )
    else
      await kernel.database.asService('forget a call that failed', (db) =>
        sql`delete from app.idempotency_keys
          where key_hash = ${key} and attempt_id = ${attempt.id} and sealed_answer is null`.execute(db),
      )
    throw error
  }
}

/** The first call's answer; undefined while it is under way, and when it failed in this moment. */
async function answerOf(kernel: Kernel, { key, body }: Row): Promise<string | undefined> {
  const { rows } = await kernel.database.asService('look for the answer of a call', (db) =>
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

/** Keys are kept for a day; called by the repair. */
export async function forgetOldKeys(kernel: Kernel): Promise<void> {
  await kernel.database.asService('forget old idempotency keys', (db) =>
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
