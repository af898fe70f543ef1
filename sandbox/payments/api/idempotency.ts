import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { ApiError } from './errors.ts'

const DAY = 24 * 60 * 60

/** A completed response, stored for a day under its Idempotency-Key. */
export interface Replay {
  status: number
  body: string
  requestId: string
}

/** https://docs.stripe.com/api/idempotent_requests: same key and parameters replay, other parameters are refused. */
export class IdempotencyKeys {
  readonly #database: DatabaseSync
  readonly #inProgress = new Set<string>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Locks the key while its request runs. @throws 409 if a request with the same key is running */
  hold(key: string): () => void {
    if (this.#inProgress.has(key))
      throw new ApiError(409, {
        type: 'invalid_request_error',
        code: 'idempotency_key_in_use',
        message:
          'There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
      })
    this.#inProgress.add(key)
    return () => this.#inProgress.delete(key)
  }

  /** The earlier response under this key. @throws idempotency_error when path or parameters differ */
  replay(key: string, path: string, params: string, now: number): Replay | undefined {
    this.#database.prepare('delete from idempotency where created < ?').run(now - DAY)
    const row = this.#database.prepare('select * from idempotency where key = ?').get(key)
    if (!row) return undefined
    if (row['request_path'] !== path)
      throw new ApiError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${String(row['request_path'])}'). Try using a key other than '${bare(key)}' if you meant to execute a different request.`,
      })
    if (row['request_hash'] !== digest(params))
      throw new ApiError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${bare(key)}' if you meant to execute a different request.`,
      })
    return { status: Number(row['status']), body: String(row['body']), requestId: String(row['request_id']) }
  }

  keep(key: string, path: string, params: string, now: number, replay: Replay): void {
    this.#database
      .prepare('insert into idempotency values (?, ?, ?, ?, ?, ?, ?)')
      .run(key, digest(params), path, replay.requestId, replay.status, replay.body, now)
  }
}

/** Keys are scoped to one account and mode. */
export function scopedKey(livemode: boolean, account: string, key: string): string {
  return `${livemode ? 'live' : 'test'}:${account}:${key}`
}

function bare(key: string): string {
  return key.split(':').slice(2).join(':')
}

function digest(params: string): string {
  return createHash('sha256').update(params).digest('hex')
}
