import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Instance } from '../../bench/instance.ts'
import type { Provider } from '../webhook-storm/provider.ts'
import type { Shop } from '../webhook-storm/shops.ts'

/** An instance that sells tickets, its provider, and the database as its owner. */
export interface World {
  instance: Instance
  provider: Provider
  shop: Shop
  query: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>
  /** Responses so far that brought a buyer further; kills follow them, so that something happens between two of them. */
  answers: number
  /** Takes a line for each step. */
  say: (line: string) => void
  /** Aborted when the world ends, also by a fault: what still repeats its work then stops. */
  over: AbortSignal
}

export interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of any shape
  body: any
}

/** Refusals that ask to repeat the call in a moment. */
const BUSY = new Set(['idempotency_in_progress', 'checkout_busy'])

/** How long work is repeated. A killed server starts within seconds on an idle machine; thousands of buyers then come back at once. */
const LONGEST_REPEAT_MS = 900_000

/**
 * Repeats work that fails because a server was killed. Thousands do it at the same time, so they wait as long as people do.
 * @param isFinal whether an error would come again
 */
export async function untilDone<T>(
  { over }: Pick<World, 'over'>,
  work: () => Promise<T>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (const until = Date.now() + LONGEST_REPEAT_MS; ;) {
    try {
      return await work()
    } catch (error) {
      if (over.aborted || Date.now() > until || isFinal(error)) throw error
      await pause(randomInt(300, 1200))
    }
  }
}

/** Runs statements as the owner. A killed PostgreSQL only delays them. */
export function ownerOf(instance: Instance, over: AbortSignal): World['query'] {
  const pool = new pg.Pool({ connectionString: instance.databaseUrl, max: 8, connectionTimeoutMillis: 5000 })
  pool.on('error', () => undefined)
  over.addEventListener('abort', () => void pool.end().catch(() => undefined))
  return (text, values) => untilDone({ over }, async () => (await pool.query(text, values)).rows, isRefused)
}

/** Refused by PostgreSQL for what it says, so it is refused again. */
const isRefused = (error: unknown) =>
  error instanceof pg.DatabaseError && !/^(08|40|53|57)/.test(error.code ?? '')

/** A buyer's own network, as a proxy before the server would report it. */
export type From = string

let networks = 0
/** Each buyer comes from a network of their own, as the server limits what one network does. */
export const newNetwork = (): From => {
  networks += 1
  return `2001:db8:${(networks >>> 16).toString(16)}:${(networks & 0xffff).toString(16)}::1`
}

/**
 * Calls a function as a visitor of the shop, again and again until the server responds with something but a failure, as a page does.
 * A call whose server was killed leaves its key in use for a minute, and the server asks to repeat it later.
 */
export function call(
  world: World,
  from: From,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { instance, shop } = world
  return untilDone(world, async () => {
    const answer = await fetch(`${instance.url}/functions/v1${path}`, {
      method: 'POST',
      headers: {
        apikey: shop.publicKey,
        authorization: `Bearer ${shop.publicKey}`,
        'content-type': 'application/json',
        'x-forwarded-for': from,
        ...headers,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(120_000),
    })
    const said: Answer['body'] = await answer.json()
    const isAway = answer.status >= 500 || answer.status === 408 || answer.status === 429
    if (isAway || BUSY.has(said.code)) throw new Error(`${path}: ${answer.status} ${said.code}`)
    if (said.code !== 'sold_out') world.answers += 1
    return { status: answer.status, body: said }
  })
}

/** A token that a buyer's browser makes for its cart, so that a repeated request is the same cart. */
export const newCartToken = () => randomBytes(32).toString('base64url')

/** Creates a published event with one type of ticket. */
export async function openEvent(
  { query, shop }: World,
  seats: number,
): Promise<{ event: string; type: string }> {
  const [row] = await query<{ event: string; type: string }>(
    `with event as (
       insert into public.ticket_events (tenant_id, title, starts_at, ends_at, state)
       values ($1, 'Rush', now() + interval '30 days', now() + interval '31 days', 'published') returning id),
     quota as (
       insert into public.ticket_quotas (tenant_id, event_id, name, capacity)
       select $1, id, 'Seats', $2 from event returning id, event_id),
     type as (
       insert into public.ticket_types (tenant_id, event_id, name, price_cents)
       select $1, id, 'Seat', 1000 from event returning id, event_id),
     linked as (
       insert into public.ticket_type_quotas (tenant_id, event_id, type_id, quota_id)
       select $1, type.event_id, type.id, quota.id from type, quota)
     select event.id as event, type.id as type from event, type`,
    [shop.tenantId, seats],
  )
  return row!
}
