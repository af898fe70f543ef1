import { setTimeout as pause } from 'node:timers/promises'
import type { World } from './world.ts'

/** Time after which the carts of a round end, in place of a quarter of an hour. Those that their buyers left end at once. */
const CART_SECONDS = 30

/** Hashes of the tokens of carts that their buyers left. */
export type LeftCarts = Buffer[]

/** Lets time pass for an event: carts end, and open checkouts that their buyers left end at the provider. */
export async function letTimePass(
  { query, provider, shop }: World,
  event: string,
  left: LeftCarts,
  seconds = CART_SECONDS,
) {
  await query(
    `update app.ticket_carts set until_at = now() - interval '1 second'
     where event_id = $1 and state = 'held' and until_at > now()
       and (created_at < now() - make_interval(secs => $2) or secret_hash = any ($3::bytea[]))`,
    [event, seconds, left],
  )
  const open = await query<{ session: string }>(
    `select o.stripe_session_id as session from public.orders o join app.ticket_carts c on c.order_id = o.id
     where c.event_id = $1 and o.status = 'pending' and o.stripe_session_id is not null
       and (o.created_at < now() - make_interval(secs => $2) or c.secret_hash = any ($3::bytea[]))`,
    [event, seconds * 2, left],
  )
  for (const { session } of open)
    // One that has just been paid is not open any more.
    await provider.stripe.checkout.sessions
      .expire(session, {}, { stripeAccount: shop.account })
      .catch(() => undefined)
}

/**
 * Watches an event until every seat is sold.
 * @returns whether all are, at any time, and how to stop
 */
export function watch(world: World, event: string, seats: number, left: LeftCarts) {
  let sold = 0
  const stop = new AbortController()
  const watching = (async () => {
    while (!stop.signal.aborted && !world.over.aborted) {
      await letTimePass(world, event, left)
      const [row] = await world.query<{ sold: number }>(
        'select sold from public.ticket_quotas where event_id = $1',
        [event],
      )
      sold = row!.sold
      await pause(200)
    }
  })()
  // `stop` throws it.
  watching.catch(() => undefined)
  return {
    isOver: () => sold >= seats,
    async stop() {
      stop.abort()
      await watching
    },
  }
}
