import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid, notSimulated } from '../api/errors.ts'
import { complete } from '../contract/skeleton.ts'
import type { Call } from '../world.ts'
import { cleanMetadata } from './metadata.ts'
import { webAddress } from './web-address.ts'

type Destination = Stripe.V2.Core.EventDestination

/** Event destinations of v2, for thin events. The signing secret is returned only here, on request. */
export function createDestination(call: Call<Stripe.V2.Core.EventDestinationCreateParams>): Destination {
  const { world, scope, params } = call
  if (params.type !== 'webhook_endpoint') throw notSimulated(`event destinations of type ${params.type}`)
  if (params.event_payload !== 'thin')
    throw notSimulated('snapshot events on event destinations (use webhook endpoints)')
  if (!params.webhook_endpoint?.url)
    throw invalid('webhook_endpoint.url is required.', 'webhook_endpoint[url]', 'parameter_missing')
  if (params.enabled_events.length === 0) throw invalid('Choose at least one event.', 'enabled_events')
  const url = webAddress(params.webhook_endpoint.url, 'webhook_endpoint[url]')
  const secret = identifier('whsec', 32)
  const now = new Date(world.clock.milliseconds()).toISOString()
  const destination = complete<Destination>('v2.core.eventDestinations.create', {
    id: identifier('ed', 24),
    created: now,
    description: params.description ?? '',
    enabled_events: params.enabled_events,
    event_payload: 'thin',
    events_from: params.events_from ?? ['@self'],
    livemode: scope.livemode,
    metadata: cleanMetadata(params.metadata),
    name: params.name,
    status: 'enabled',
    type: 'webhook_endpoint',
    updated: now,
  })
  world.objects.insert('v2.core.event_destination', scope, world.clock.seconds(), destination, {
    url,
    secret,
  })
  const included = {
    ...(params.include?.includes('webhook_endpoint.url') ? { url } : {}),
    ...(params.include?.includes('webhook_endpoint.signing_secret') ? { signing_secret: secret } : {}),
  }
  return Object.keys(included).length > 0 ? { ...destination, webhook_endpoint: included } : destination
}

export function listDestinations(call: Call<{ limit?: number; include?: string[] }>): object {
  const { world, scope, params } = call
  const all = world.objects.all<Destination, { url: string }>('v2.core.event_destination', scope)
  const data = all
    .slice(0, params.limit ?? 20)
    .map((one) =>
      params.include?.includes('webhook_endpoint.url')
        ? { ...one.data, webhook_endpoint: { url: one.hidden.url } }
        : one.data,
    )
  return { data, next_page_url: null, previous_page_url: null }
}

export function deleteDestination({ world, scope, path }: Call): object {
  const { id } = world.objects.get<Destination>('v2.core.event_destination', scope, path['id']!)
  world.objects.remove(id)
  return { id, object: 'v2.core.event_destination' }
}
