import { setTimeout as pause } from 'node:timers/promises'
import type { World } from './world.ts'

/** Time after which a cart of a round has ended, in place of a quarter of an hour. */
const CART_SECONDS = 4

/** Lets time pass for an event: carts end, and open checkouts that their buyers left end at the provider. */
export async function letTimePass({ query, provider, shop }: World, event: string, seconds = CART_SECONDS) {
  await query(
    `update app.ticket_carts set until_at = now() - interval '1 second'
     where event_id = $1 and state = 'held' and created_at < now() - make_interval(secs => $2)`,
    [event, seconds],
  )
  const open = await query<{ session: string }>(
    `select o.stripe_session_id as session from public.orders o join app.ticket_carts c on c.order_id = o.id
     where c.event_id = $1 and o.status = 'pending' and o.stripe_session_id is not null
       and o.created_at < now() - make_interval(secs => $2)`,
    [event, seconds * 2],
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
export function watch(world: World, event: string, seats: number) {
  let sold = 0
  const stop = new AbortController()
  const watching = (async () => {
    while (!stop.signal.aborted && !world.over.aborted) {
      await letTimePass(world, event)
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
