import type { DatabaseSync } from 'node:sqlite'
import { invalid, missing } from './api/errors.ts'
import type { Scope } from './world.ts'

/** A stored object: the API returns `data` but never `hidden` (secrets, pending steps). */
export interface Stored<T, H = Record<string, unknown>> {
  id: string
  kind: Kind
  scope: Scope
  data: T
  hidden: H
}

export type Kind =
  | 'application_fee'
  | 'account'
  | 'account_link'
  | 'billing_portal.configuration'
  | 'billing_portal.session'
  | 'charge'
  | 'checkout.session'
  | 'customer'
  | 'dispute'
  | 'event'
  | 'invoice'
  | 'invoice_payment'
  | 'login_link'
  | 'oauth_code'
  | 'payment_intent'
  | 'payment_method'
  | 'price'
  | 'product'
  | 'refund'
  | 'setup_visit'
  | 'subscription'
  | 'test_helpers.test_clock'
  | 'webhook_endpoint'
  | 'v2.core.event'
  | 'v2.core.event_destination'

interface ListParams {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number }
}

/** All payment objects. Each belongs to one account and mode and cannot be found through another scope. */
export class ObjectStore {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  insert(kind: Kind, scope: Scope, created: number, data: { id: string }, hidden: object = {}): void {
    this.#database
      .prepare('insert into objects (id, kind, scope, created, data, hidden) values (?, ?, ?, ?, ?, ?)')
      .run(data.id, kind, nameOf(scope), created, JSON.stringify(data), JSON.stringify(hidden))
  }

  update(id: string, data: object, hidden?: object): void {
    if (hidden === undefined)
      this.#database.prepare('update objects set data = ? where id = ?').run(JSON.stringify(data), id)
    else
      this.#database
        .prepare('update objects set data = ?, hidden = ? where id = ?')
        .run(JSON.stringify(data), JSON.stringify(hidden), id)
  }

  remove(id: string): void {
    this.#database.prepare('delete from objects where id = ?').run(id)
  }

  find<T, H = Record<string, unknown>>(kind: Kind, scope: Scope, id: string): Stored<T, H> | undefined {
    const found = this.findAnywhere<T, H>(kind, id)
    return found && nameOf(found.scope) === nameOf(scope) ? found : undefined
  }

  /** Only for hosted pages, whose requests name no account. */
  findAnywhere<T, H = Record<string, unknown>>(kind: Kind, id: string): Stored<T, H> | undefined {
    const row = this.#database.prepare('select * from objects where kind = ? and id = ?').get(kind, id)
    return row ? (storedOf(row) as Stored<T, H>) : undefined
  }

  /**
   * @throws resource_missing; `param` is `id` for an id in the path (404), else the name of the parameter
   * (400)
   */
  get<T, H = Record<string, unknown>>(kind: Kind, scope: Scope, id: string, param = 'id'): Stored<T, H> {
    const found = this.find<T, H>(kind, scope, id)
    if (!found) throw missing(kind, id, param)
    return found
  }

  /** All objects of a kind in a scope, newest first. */
  all<T, H = Record<string, unknown>>(kind: Kind, scope: Scope): Array<Stored<T, H>> {
    return this.#database
      .prepare('select * from objects where kind = ? and scope = ? order by seq desc')
      .all(kind, nameOf(scope))
      .map((row) => storedOf(row) as Stored<T, H>)
  }

  everywhere<T, H = Record<string, unknown>>(kind: Kind): Array<Stored<T, H>> {
    return this.#database
      .prepare('select * from objects where kind = ? order by seq desc')
      .all(kind)
      .map((row) => storedOf(row) as Stored<T, H>)
  }

  /** The newest objects of a kind in all scopes, optionally of one `type`. */
  newest<T>(kind: Kind, count: number, type?: string): Array<Stored<T>> {
    const filter = type === undefined ? '' : `and json_extract(data, '$.type') = ?`
    return this.#database
      .prepare(`select * from objects where kind = ? ${filter} order by seq desc limit ?`)
      .all(kind, ...(type === undefined ? [] : [type]), count)
      .map((row) => storedOf(row) as Stored<T>)
  }

  /** Objects of a kind whose `data` meets an SQL condition (`json_extract(data, '$.status') = ?`). */
  where<T, H = Record<string, unknown>>(
    kind: Kind,
    condition: string,
    ...values: Array<number | string>
  ): Array<Stored<T, H>> {
    return this.#database
      .prepare(`select * from objects where kind = ? and ${condition}`)
      .all(kind, ...values)
      .map((row) => storedOf(row) as Stored<T, H>)
  }

  /**
   * One page of a cursor list: https://docs.stripe.com/api/pagination
   * @throws invalid limit; resource_missing for a cursor that is not in the scope
   */
  page<T extends { id: string }>(
    kind: Kind,
    scope: Scope,
    url: string,
    params: ListParams,
    keep: (data: T) => boolean = () => true,
  ): { object: 'list'; url: string; has_more: boolean; data: T[] } {
    const limit = params.limit ?? 10
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      throw invalid('Invalid limit: must be between 1 and 100', 'limit', 'parameter_invalid_integer')
    const rows = this.all<T>(kind, scope).map((one) => one.data)
    const cursor = params.starting_after ?? params.ending_before
    const at = cursor === undefined ? -1 : rows.findIndex((one) => one.id === cursor)
    if (cursor !== undefined && at === -1)
      throw missing(kind, cursor, params.starting_after === undefined ? 'ending_before' : 'starting_after')
    const wanted = (one: T): boolean => keep(one) && withinCreated(one, params.created)
    if (params.ending_before !== undefined) {
      const before = rows.slice(0, at).filter(wanted)
      return { object: 'list', url, has_more: before.length > limit, data: before.slice(-limit) }
    }
    const rest = rows.slice(at + 1).filter(wanted)
    return { object: 'list', url, has_more: rest.length > limit, data: rest.slice(0, limit) }
  }
}

function withinCreated(data: object, range: ListParams['created']): boolean {
  if (range === undefined) return true
  const created = (data as { created?: number }).created ?? 0
  if (typeof range === 'number') return created === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return created > gt && created >= gte && created < lt && created <= lte
}

function nameOf(scope: Scope): string {
  return `${scope.livemode ? 'live' : 'test'}:${scope.account}`
}

function storedOf(row: Record<string, unknown>): Stored<unknown> {
  const [mode, account] = String(row['scope']).split(':') as [string, string]
  return {
    id: String(row['id']),
    kind: row['kind'] as Kind,
    scope: { livemode: mode === 'live', account },
    data: JSON.parse(String(row['data'])) as unknown,
    hidden: JSON.parse(String(row['hidden'])) as Record<string, unknown>,
  }
}
