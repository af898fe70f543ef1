import { randomBytes } from 'node:crypto'
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
  /** Responses so far that were no failures; kills follow them, so that something happens between two of them. */
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

/** Waits this long for a killed server; a start takes a few seconds, on a busy machine more. */
const PATIENCE_MS = 300_000

/** Repeats work that fails because a server was killed. */
export async function untilDone<T>({ over }: Pick<World, 'over'>, work: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + PATIENCE_MS; ;) {
    try {
      return await work()
    } catch (error) {
      if (over.aborted || Date.now() > until) throw error
      await pause(100)
    }
  }
}

/** Runs statements on connections of their own, so that a killed PostgreSQL only delays them. */
export function ownerOf(instance: Instance, over: AbortSignal): World['query'] {
  return (text, values) =>
    untilDone({ over }, async () => {
      const owner = new pg.Client({ connectionString: instance.databaseUrl })
      owner.on('error', () => undefined)
      try {
        await owner.connect()
        return (await owner.query(text, values)).rows
      } finally {
        await owner.end().catch(() => undefined)
      }
    })
}

/**
 * Calls a function as a visitor of the shop, again and again until the server responds with something but a failure, as a page does.
 * A call whose server was killed leaves its key in use for a minute, and the server asks to repeat it later.
 */
export function call(
  world: World,
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
        ...headers,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    const said: Answer['body'] = await answer.json()
    if (answer.status >= 500 || BUSY.has(said.code)) throw new Error(`${path}: ${answer.status} ${said.code}`)
    world.answers += 1
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
