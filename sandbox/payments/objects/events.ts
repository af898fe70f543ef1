import type Stripe from 'stripe'
import type { Call } from '../world.ts'
import { shown } from '../webhooks/events.ts'
import type { EventObject } from '../webhooks/events.ts'

export function retrieveEvent({ world, scope, path }: Call): EventObject {
  return shown(world, world.objects.get<EventObject>('event', scope, path['id']!).data)
}

/** Lists events, newest first. `types` and `type` filter; a trailing `*` matches a prefix. */
export function listEvents({ world, scope, params }: Call<Stripe.EventListParams>): object {
  const keep = (one: EventObject): boolean =>
    (params.type === undefined || matches(one.type, params.type)) &&
    (params.types === undefined || params.types.some((wanted) => matches(one.type, wanted)))
  const page = world.objects.page<EventObject>('event', scope, '/v1/events', params, keep)
  return { ...page, data: page.data.map((one) => shown(world, one)) }
}

export function retrieveThinEvent({ world, scope, path }: Call): object {
  const { data, hidden } = world.objects.get<object>('v2.core.event', scope, path['id']!)
  return { ...data, ...hidden }
}

function matches(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}
