import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { cardError } from '../payment-methods/card-error.ts'
import { endSubscription } from '../time/lifecycle.ts'
import { attachMethod, methodNamed, methodOf, refusedForLater } from '../payment-methods/payment-methods.ts'
import { changed } from '../subscriptions/subscription-state.ts'
import type { Subscription, SubscriptionHidden } from '../subscriptions/subscription-state.ts'
import { invalid, missing } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { complete } from '../contract/skeleton.ts'
import { emit } from '../webhooks/events.ts'
import type { Call, Inside } from '../world.ts'
import { cleanMetadata } from './metadata.ts'

type Customer = Stripe.Customer
interface Deleted {
  id: string
  object: 'customer'
  deleted: true
}

function checkedEmail(email: string | undefined): string | null {
  if (email === undefined || email === '') return null
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 512)
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid')
  return email
}

const created = `
  address description email expand invoice_settings metadata name payment_method phone preferred_locales
  shipping tax_exempt test_clock
`
const updated = `
  address description email expand invoice_settings metadata name phone preferred_locales shipping tax_exempt
`

export function createCustomer(call: Call<Stripe.CustomerCreateParams>): Customer {
  const { world, scope, params, cause } = call
  onlySimulated('customers.create', params, created)
  onlySimulated('customers.create', params.invoice_settings ?? {}, 'default_payment_method')
  const clock = params.test_clock
    ? world.objects.get('test_helpers.test_clock', scope, params.test_clock, 'test_clock').id
    : null
  const customer = complete<Customer>('customers.create', {
    id: identifier('cus', 14),
    address: params.address || null,
    created: world.clock.seconds(),
    description: params.description ?? null,
    email: checkedEmail(params.email),
    invoice_prefix: identifier('x', 8).slice(2).toUpperCase(),
    livemode: scope.livemode,
    metadata: cleanMetadata(params.metadata),
    name: params.name ?? null,
    phone: params.phone ?? null,
    preferred_locales: params.preferred_locales ?? [],
    shipping: params.shipping || null,
    tax_exempt: params.tax_exempt || 'none',
    test_clock: clock,
  })
  world.objects.insert('customer', scope, customer.created, customer)
  emit(world, scope, 'customer.created', customer, cause)
  const { payment_method: given, invoice_settings: settings } = params
  const kept = given ? keepMethod(call, customer, given) : undefined
  // Two equal names mean the same card, not two cards.
  const wanted = settings?.default_payment_method
  const chosen = wanted === given ? (kept ?? wanted) : wanted
  if (chosen) setDefaultMethod(call, customer, chosen)
  world.objects.update(customer.id, customer)
  return customer
}

function keepMethod({ world, scope, cause }: Inside, customer: Customer, id: string): string {
  const method = methodNamed(world, scope, id, 'payment_method')
  const refusal = refusedForLater(method.hidden.card)
  if (refusal) throw cardError(refusal)
  return attachMethod(world, method, customer.id, cause).id
}

function setDefaultMethod({ world, scope }: Inside, customer: Customer, id: string): void {
  const param = 'invoice_settings[default_payment_method]'
  customer.invoice_settings.default_payment_method =
    id === '' ? null : methodOf(world, scope, id, customer.id, param).id
}

/** A deleted customer can still be read, but only its id, type and `deleted`. */
export function retrieveCustomer({ world, scope, path }: Call): Customer | Deleted {
  return world.objects.get<Customer | Deleted>('customer', scope, path['id']!).data
}

/** A customer that is not deleted. @throws resource_missing otherwise */
export function liveCustomer(call: Inside, id: string, param: string): Customer {
  const { data } = call.world.objects.get<Customer | Deleted>('customer', call.scope, id, param)
  if (data.deleted) throw missing('customer', id, param)
  return data
}

export function updateCustomer(call: Call<Stripe.CustomerUpdateParams>): Customer {
  const { world, scope, params, path, cause } = call
  onlySimulated('customers.update', params, updated)
  onlySimulated('customers.update', params.invoice_settings ?? {}, 'default_payment_method')
  const data = liveCustomer(call, path['id']!, 'id')
  const before = structuredClone(data)
  if (params.email !== undefined) data.email = checkedEmail(params.email)
  if (params.name !== undefined) data.name = params.name || null
  if (params.description !== undefined) data.description = params.description || null
  if (params.phone !== undefined) data.phone = params.phone || null
  if (params.address !== undefined) data.address = (params.address || null) as Customer['address'] & {}
  if (params.shipping !== undefined) data.shipping = (params.shipping || null) as Customer['shipping']
  if (params.preferred_locales !== undefined) data.preferred_locales = params.preferred_locales
  if (params.tax_exempt) data.tax_exempt = params.tax_exempt
  const chosen = params.invoice_settings?.default_payment_method
  if (chosen !== undefined) setDefaultMethod(call, data, chosen)
  data.metadata = cleanMetadata(params.metadata, data.metadata)
  const whole = complete<Customer>('customers.create', data)
  world.objects.update(data.id, whole)
  emit(world, scope, 'customer.updated', whole, cause, changed(before, whole))
  return whole
}

/** Deletes a customer and ends its subscriptions. */
export function deleteCustomer(call: Call): Deleted {
  const { world, scope, path, cause } = call
  const data = liveCustomer(call, path['id']!, 'id')
  for (const one of world.objects.where<Subscription, SubscriptionHidden>(
    'subscription',
    `json_extract(data, '$.ended_at') is null and json_extract(data, '$.customer') = ?`,
    data.id,
  ))
    endSubscription(world, one, 'cancellation_requested', cause)
  const deleted: Deleted = { id: data.id, object: 'customer', deleted: true }
  world.objects.update(data.id, deleted)
  emit(world, scope, 'customer.deleted', data, cause)
  return deleted
}

export function listCustomers({ world, scope, params }: Call<Stripe.CustomerListParams>): object {
  const keep = (one: Customer | Deleted): boolean =>
    !one.deleted && (params.email === undefined || one.email === params.email)
  return world.objects.page<Customer | Deleted>('customer', scope, '/v1/customers', params, keep)
}
