import { identifier } from '../../identifier.ts'
import { invalid } from '../api/errors.ts'
import { complete } from '../contract/skeleton.ts'
import type { ObjectStore } from '../store.ts'
import type { Call, Scope } from '../world.ts'
import { cleanMetadata } from '../objects/metadata.ts'
import { webAddress } from '../objects/web-address.ts'
import type { Receiver } from './send.ts'
import type Stripe from 'stripe'

interface Hidden {
  secret: string
  /** True for events of connected accounts, false for those of the account that created the endpoint. */
  connect: boolean
}

type Endpoint = Stripe.WebhookEndpoint

export function createEndpoint(call: Call<Stripe.WebhookEndpointCreateParams>): Endpoint {
  const { world, scope, params } = call
  if (params.enabled_events.length === 0)
    throw invalid('You must choose at least one event.', 'enabled_events')
  const secret = identifier('whsec', 32)
  const endpoint = complete<Endpoint>('webhookEndpoints.retrieve', {
    id: identifier('we', 24),
    api_version: params.api_version ?? null,
    created: world.clock.seconds(),
    description: params.description ?? null,
    enabled_events: params.enabled_events,
    livemode: scope.livemode,
    metadata: cleanMetadata(params.metadata),
    status: 'enabled',
    url: webAddress(params.url, 'url'),
  })
  const hidden: Hidden = { secret, connect: params.connect === true }
  world.objects.insert('webhook_endpoint', scope, endpoint.created, endpoint, hidden)
  // The secret is returned only once, here.
  return { ...endpoint, secret }
}

export function retrieveEndpoint({ world, scope, path }: Call): Endpoint {
  return world.objects.get<Endpoint>('webhook_endpoint', scope, path['id']!).data
}

export function updateEndpoint(call: Call<Stripe.WebhookEndpointUpdateParams>): Endpoint {
  const { world, scope, params, path } = call
  const { data } = world.objects.get<Endpoint>('webhook_endpoint', scope, path['id']!)
  if (params.enabled_events) data.enabled_events = params.enabled_events
  if (params.url !== undefined) data.url = webAddress(params.url, 'url')
  if (params.description !== undefined) data.description = params.description
  if (params.disabled !== undefined) data.status = params.disabled ? 'disabled' : 'enabled'
  data.metadata = cleanMetadata(params.metadata, data.metadata)
  world.objects.update(data.id, data)
  return data
}

export function listEndpoints({ world, scope, params }: Call<Stripe.WebhookEndpointListParams>): object {
  return world.objects.page<Endpoint>('webhook_endpoint', scope, '/v1/webhook_endpoints', params)
}

export function deleteEndpoint({ world, scope, path }: Call): object {
  const { id } = world.objects.get<Endpoint>('webhook_endpoint', scope, path['id']!)
  world.objects.remove(id)
  return { id, object: 'webhook_endpoint', deleted: true }
}

/**
 * Ids of the endpoints for an event: the account's own and, for a connected account, the platform's `connect`
 * ones.
 */
export function endpointsFor(
  objects: ObjectStore,
  platformAccount: string,
  type: string,
  scope: Scope,
): string[] {
  const connected = scope.account !== platformAccount
  const own = objects.all<Endpoint, Hidden>('webhook_endpoint', scope).filter((one) => !one.hidden.connect)
  const platform = { livemode: scope.livemode, account: platformAccount }
  const watching = connected
    ? objects.all<Endpoint, Hidden>('webhook_endpoint', platform).filter((one) => one.hidden.connect)
    : []
  return [...own, ...watching]
    .filter(({ data }) => data.status === 'enabled' && wants(data.enabled_events, type))
    .map((one) => one.id)
}

interface Destination {
  status: string
  enabled_events: string[]
}

export function thinDestinationsFor(objects: ObjectStore, type: string, scope: Scope): string[] {
  return objects
    .all<Destination>('v2.core.event_destination', scope)
    .filter(({ data }) => data.status === 'enabled' && wants(data.enabled_events, type))
    .map((one) => one.id)
}

function wants(enabled: string[], type: string): boolean {
  return enabled.includes('*') || enabled.includes(type)
}

/** URL and signing secret of an endpoint or event destination. */
export function receiverOf(objects: ObjectStore, id: string): Receiver | undefined {
  const endpoint = objects.findAnywhere<Endpoint, Hidden>('webhook_endpoint', id)
  if (endpoint) return { url: endpoint.data.url, secret: endpoint.hidden.secret }
  const destination = objects.findAnywhere<object, Receiver>('v2.core.event_destination', id)
  return destination?.hidden
}
