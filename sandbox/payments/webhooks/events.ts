import { identifier } from '../../identifier.ts'
import { apiVersion, checkEvent, checkResult, operations } from '../contract/contract.ts'
import type { Misfit } from '../contract/contract.ts'
import { isConnected } from '../world.ts'
import type { Cause, Scope, World } from '../world.ts'

/** A stored snapshot event; `pending_webhooks` is counted when it is read. */
export interface EventObject {
  id: string
  object: 'event'
  account?: string
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: boolean
  pending_webhooks: number
  request: Cause
  type: string
}

const byBrowser: Cause = { id: null, idempotency_key: null }

/**
 * Records an event and queues it for its endpoints.
 * @throws if the object violates the contract of this event
 */
export function emit(
  world: World,
  scope: Scope,
  type: string,
  object: object,
  cause = byBrowser,
  previous?: object,
): void {
  fits(world, type, checkEvent(type, object))
  const event: EventObject = {
    id: identifier('evt', 24),
    object: 'event',
    ...(isConnected(world, scope) ? { account: scope.account } : {}),
    api_version: apiVersion,
    created: world.clock.seconds(),
    data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
    livemode: scope.livemode,
    pending_webhooks: 0,
    request: cause,
    type,
  }
  world.objects.insert('event', scope, event.created, event)
  world.deliveries.enqueue(event.id, type, scope)
}

/**
 * Emits a thin event of v2, which references an account:
 * https://docs.stripe.com/event-destinations#thin-payload
 * @param data included when the event is fetched, never in deliveries
 * @param related false for events without a related object
 */
export function emitThin(
  world: World,
  scope: Scope,
  type: string,
  account: string,
  data?: object,
  related = true,
): void {
  const event = {
    id: identifier('evt', 24),
    object: 'v2.core.event',
    created: new Date(world.clock.milliseconds()).toISOString(),
    livemode: scope.livemode,
    type,
    ...(related
      ? { related_object: { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` } }
      : {}),
  }
  fits(world, type, checkResult(operations['v2.core.events.retrieve']!, event))
  world.objects.insert('v2.core.event', scope, world.clock.seconds(), event, data ? { data } : {})
  world.deliveries.enqueueThin(event.id, type, scope)
}

function fits(world: World, type: string, found: Misfit[]): void {
  world.log.checked('event', type, found)
  if (found.length > 0)
    throw new Error(
      `${type} broke the contract: ${found.map((one) => `${one.param}: ${one.message}`).join('; ')}`,
    )
}

/** The event as sent by the API and deliveries. */
export function shown(world: World, event: EventObject): EventObject {
  return { ...event, pending_webhooks: world.deliveries.pendingOf(event.id) }
}
