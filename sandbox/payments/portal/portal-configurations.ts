import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { complete } from '../contract/skeleton.ts'
import { cleanMetadata } from '../objects/metadata.ts'
import { webAddress } from '../objects/web-address.ts'
import { emit } from '../webhooks/events.ts'
import type { Call, Inside, Scope, World } from '../world.ts'

export type Configuration = Stripe.BillingPortal.Configuration
type Create = Stripe.BillingPortal.ConfigurationCreateParams
type Update = Stripe.BillingPortal.ConfigurationUpdateParams
type Features = Create['features']

const KIND = 'billing_portal.configuration'
const simulated = 'active business_profile default_return_url expand features login_page metadata name'

/** Defaults for features that a configuration does not set. */
const defaultFeatures = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_update: {
    billing_cycle_anchor: 'unchanged',
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
}

/** Creates a portal configuration. The first configuration of an account is its default. */
export function createConfiguration(call: Call<Create>): Configuration {
  const { world, scope, params, cause } = call
  onlySimulated('billingPortal.configurations.create', params, simulated)
  const now = world.clock.seconds()
  const configuration = complete<Configuration>('billingPortal.configurations.create', {
    id: identifier('bpc', 24),
    active: true,
    created: now,
    features: defaultFeatures,
    is_default: world.objects.all(KIND, scope).length === 0,
    livemode: scope.livemode,
  })
  apply(call, configuration, params)
  world.objects.insert(KIND, scope, now, configuration)
  emit(world, scope, 'billing_portal.configuration.created', configuration, cause)
  return configuration
}

export function updateConfiguration(call: Call<Update>): Configuration {
  const { world, scope, params, path, cause } = call
  onlySimulated('billingPortal.configurations.update', params, simulated)
  const { data } = world.objects.get<Configuration>(KIND, scope, path['id']!)
  if (params.active === false && data.is_default)
    throw invalid('You cannot deactivate the default configuration.', 'active')
  if (params.active !== undefined) data.active = params.active
  apply(call, data, params as Create)
  world.objects.update(data.id, data)
  emit(world, scope, 'billing_portal.configuration.updated', data, cause)
  return data
}

function apply(call: Inside, data: Configuration, params: Partial<Create>): void {
  data.features = featuresOf(call, data.features, params.features ?? {})
  data.business_profile = {
    headline: params.business_profile?.headline ?? data.business_profile.headline,
    privacy_policy_url: addressOf(
      params.business_profile?.privacy_policy_url,
      data.business_profile.privacy_policy_url,
      'business_profile[privacy_policy_url]',
    ),
    terms_of_service_url: addressOf(
      params.business_profile?.terms_of_service_url,
      data.business_profile.terms_of_service_url,
      'business_profile[terms_of_service_url]',
    ),
  }
  data.default_return_url = addressOf(
    params.default_return_url,
    data.default_return_url,
    'default_return_url',
  )
  data.metadata = cleanMetadata(params.metadata, data.metadata)
  if (params.name !== undefined) data.name = params.name || null
  data.updated = call.world.clock.seconds()
}

function addressOf(given: string | null | undefined, before: string | null, param: string): string | null {
  if (given === undefined) return before
  return !given ? null : webAddress(given, param)
}

function featuresOf(
  call: Inside,
  before: Configuration['features'],
  given: Features,
): Configuration['features'] {
  if (given.subscription_pause?.enabled) onlySimulated('the portal', { subscription_pause: true }, '')
  requireProducts(call, given.subscription_update)
  const merged: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(given)) {
    const old = before[name as keyof typeof before] as object
    const set = Object.fromEntries(
      Object.entries(value as object).map(([key, one]) => [key, one || emptyListOf(key, one)]),
    )
    merged[name] = { ...old, ...set }
  }
  const whole = complete<Configuration>('billingPortal.configurations.create', { features: merged })
  return whole.features
}

/** Form bodies send an empty list as an empty string. */
function emptyListOf(key: string, value: unknown): unknown {
  return value === '' && ['allowed_updates', 'default_allowed_updates', 'products'].includes(key) ? [] : value
}

function requireProducts({ world, scope }: Inside, update: Features['subscription_update']): void {
  if (!update?.enabled) return
  const place = 'features[subscription_update][products]'
  if (!update.products || update.products.length === 0)
    throw invalid('You must pass products when subscription_update is enabled.', place, 'parameter_missing')
  for (const [at, { product, prices }] of update.products.entries()) {
    world.objects.get('product', scope, product, `${place}[${at}][product]`)
    for (const [row, price] of prices.entries()) {
      const found = world.objects.get<Stripe.Price>('price', scope, price, `${place}[${at}][prices][${row}]`)
      if (!found.data.recurring || found.data.product !== product)
        throw invalid(
          'Prices in the portal must recur and belong to their product.',
          `${place}[${at}][prices][${row}]`,
        )
    }
  }
}

export function retrieveConfiguration({ world, scope, path }: Call): Configuration {
  return world.objects.get<Configuration>(KIND, scope, path['id']!).data
}

export function listConfigurations(call: Call<Stripe.BillingPortal.ConfigurationListParams>): object {
  const { world, scope, params } = call
  const keep = (one: Configuration): boolean =>
    (params.active === undefined || one.active === params.active) &&
    (params.is_default === undefined || one.is_default === params.is_default)
  return world.objects.page<Configuration>(KIND, scope, '/v1/billing_portal/configurations', params, keep)
}

export function defaultConfiguration(world: World, scope: Scope): Configuration | undefined {
  return world.objects.all<Configuration>(KIND, scope).find((one) => one.data.is_default)?.data
}
