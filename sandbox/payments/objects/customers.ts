import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid, missing } from '../api/errors.ts'
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

export function createCustomer(call: Call<Stripe.CustomerCreateParams>): Customer {
  const { world, scope, params, cause } = call
  const customer = complete<Customer>('customers.create', {
    id: identifier('cus', 14),
    created: world.clock.seconds(),
    description: params.description ?? null,
    email: checkedEmail(params.email),
    invoice_prefix: identifier('x', 8).slice(2).toUpperCase(),
    livemode: scope.livemode,
    metadata: cleanMetadata(params.metadata),
    name: params.name ?? null,
    phone: params.phone ?? null,
    tax_exempt: params.tax_exempt || 'none',
  })
  world.objects.insert('customer', scope, customer.created, customer)
  emit(world, scope, 'customer.created', customer, cause)
  return customer
}

/** A deleted customer can still be read, as three fields. */
export function retrieveCustomer({ world, scope, path }: Call): Customer | Deleted {
  return world.objects.get<Customer | Deleted>('customer', scope, path['id']!).data
}

/** A customer that can be charged. @throws resource_missing, for deleted ones too */
export function liveCustomer(call: Inside, id: string, param: string): Customer {
  const { data } = call.world.objects.get<Customer | Deleted>('customer', call.scope, id, param)
  if (data.deleted) throw missing('customer', id, param)
  return data
}

export function updateCustomer(call: Call<Stripe.CustomerUpdateParams>): Customer {
  const { world, scope, params, path, cause } = call
  const data = liveCustomer(call, path['id']!, 'id')
  if (params.email !== undefined) data.email = checkedEmail(params.email)
  if (params.name !== undefined) data.name = params.name || null
  if (params.description !== undefined) data.description = params.description || null
  if (params.phone !== undefined) data.phone = params.phone || null
  data.metadata = cleanMetadata(params.metadata, data.metadata)
  world.objects.update(data.id, data)
  emit(world, scope, 'customer.updated', data, cause)
  return data
}

export function deleteCustomer(call: Call): Deleted {
  const { world, scope, path, cause } = call
  const data = liveCustomer(call, path['id']!, 'id')
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
