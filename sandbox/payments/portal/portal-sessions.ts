import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid, missing, notSimulated } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { complete } from '../contract/skeleton.ts'
import { liveCustomer } from '../objects/customers.ts'
import { idOf } from '../objects/id-of.ts'
import { webAddress } from '../objects/web-address.ts'
import type { Stored } from '../store.ts'
import { emit } from '../webhooks/events.ts'
import type { Call, World } from '../world.ts'
import { defaultConfiguration } from './portal-configurations.ts'
import type { Configuration } from './portal-configurations.ts'
import { findSubscription } from '../subscriptions/subscription-state.ts'

export type PortalSession = Stripe.BillingPortal.Session
type Create = Stripe.BillingPortal.SessionCreateParams

/** Internal state of a portal session. */
export interface PortalHidden {
  /** Seconds since 1970, by the sandbox's clock. */
  expiresAt: number
  /** A card that waits for authentication by the bank. */
  waiting: string | null
  /** True once the page of the session's flow has been shown. */
  flowShown: boolean
}

export type StoredPortal = Stored<PortalSession, PortalHidden>

const KIND = 'billing_portal.session'
/** An unopened link is valid for five minutes, an open session for an hour after its last step. */
const LINK_SECONDS = 5 * 60
const SESSION_SECONDS = 60 * 60

export function createPortalSession(call: Call<Create>): PortalSession {
  const { world, scope, params, cause } = call
  onlySimulated(
    'billingPortal.sessions.create',
    params,
    'configuration customer expand flow_data locale return_url',
  )
  if (!params.customer) throw invalid('Missing required param: customer.', 'customer', 'parameter_missing')
  const customer = liveCustomer(call, params.customer, 'customer')
  const configuration = configurationOf(call)
  const now = world.clock.seconds()
  const session = complete<PortalSession>('billingPortal.sessions.create', {
    id: identifier('bps', 40),
    configuration: configuration.id,
    created: now,
    customer: customer.id,
    flow: params.flow_data ? flowOf(call, params.flow_data, customer.id) : null,
    livemode: scope.livemode,
    locale: params.locale ?? null,
    return_url:
      params.return_url === undefined
        ? configuration.default_return_url
        : webAddress(params.return_url, 'return_url'),
  })
  session.url = `${world.publicUrl}/p/session/${session.id}`
  const hidden: PortalHidden = { expiresAt: now + LINK_SECONDS, waiting: null, flowShown: false }
  world.objects.insert(KIND, scope, now, session, hidden)
  emit(world, scope, 'billing_portal.session.created', session, cause)
  return session
}

function configurationOf({ world, scope, params }: Call<Create>): Configuration {
  const found = params.configuration
    ? world.objects.get<Configuration>(
        'billing_portal.configuration',
        scope,
        params.configuration,
        'configuration',
      ).data
    : defaultConfiguration(world, scope)
  if (!found)
    throw invalid(
      'No configuration provided and your default configuration has not been created. Provide a configuration or create your default one first.',
      'configuration',
    )
  if (!found.active) throw invalid('The configuration is not active.', 'configuration')
  return found
}

function flowOf(
  { world, scope }: Call<Create>,
  data: NonNullable<Create['flow_data']>,
  customer: string,
): object {
  const { type } = data
  const named =
    type === 'subscription_cancel'
      ? data.subscription_cancel?.subscription
      : type === 'subscription_update'
        ? data.subscription_update?.subscription
        : undefined
  if (type !== 'payment_method_update' && named === undefined)
    throw notSimulated(`the portal flow ${type}, or it lacks its subscription`)
  const place = `flow_data[${type}][subscription]`
  if (named !== undefined && idOf(findSubscription(world, scope, named)?.data.customer ?? '') !== customer)
    throw missing('subscription', named, place)
  const after = data.after_completion ?? { type: 'portal_homepage' }
  return {
    type,
    after_completion: after,
    ...(named === undefined ? {} : { [type]: { subscription: named, retention: null } }),
  }
}

/** Finds a session and extends it by an hour; undefined if it has expired. */
export function openVisit(world: World, id: string): StoredPortal | undefined {
  const found = world.objects.findAnywhere<PortalSession, PortalHidden>(KIND, id)
  const now = world.clock.seconds()
  if (!found || found.hidden.expiresAt <= now) return undefined
  found.hidden.expiresAt = now + SESSION_SECONDS
  world.objects.update(id, found.data, found.hidden)
  return found
}
