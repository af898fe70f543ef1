import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid } from '../api/errors.ts'
import { complete } from '../contract/skeleton.ts'
import { emit } from '../webhooks/events.ts'
import type { Call, Inside } from '../world.ts'
import { cleanMetadata } from './metadata.ts'

type Product = Stripe.Product

/** Creates and stores a product. `announce` is false for products of inline prices, which emit no event. */
export function makeProduct(call: Inside, params: Stripe.ProductCreateParams, announce: boolean): Product {
  const { world, scope, cause } = call
  const name = params.name.trim()
  if (name === '') throw invalid('You passed an empty string for name.', 'name', 'parameter_invalid_empty')
  if (params.id && world.objects.findAnywhere('product', params.id))
    throw invalid(`Product already exists: ${params.id}`, 'id', 'resource_already_exists')
  const now = world.clock.seconds()
  const product = complete<Product>('products.retrieve', {
    id: params.id ?? identifier('prod', 14),
    active: params.active ?? true,
    created: now,
    updated: now,
    description: params.description ?? null,
    images: params.images ?? [],
    livemode: scope.livemode,
    metadata: cleanMetadata(params.metadata),
    name,
    type: 'service',
    url: params.url ?? null,
  })
  world.objects.insert('product', scope, now, product)
  if (announce) emit(world, scope, 'product.created', product, cause)
  return product
}

export function createProduct(call: Call<Stripe.ProductCreateParams>): Product {
  return makeProduct(call, call.params, true)
}

export function retrieveProduct({ world, scope, path }: Call): Product {
  return world.objects.get<Product>('product', scope, path['id']!).data
}

export function updateProduct(call: Call<Stripe.ProductUpdateParams>): Product {
  const { world, scope, params, path, cause } = call
  const { data } = world.objects.get<Product>('product', scope, path['id']!)
  if (params.name !== undefined) data.name = params.name
  if (params.active !== undefined) data.active = params.active
  if (params.description !== undefined) data.description = params.description || null
  if (params.images !== undefined) data.images = params.images || []
  if (params.url !== undefined) data.url = params.url || null
  data.metadata = cleanMetadata(params.metadata, data.metadata)
  data.updated = world.clock.seconds()
  world.objects.update(data.id, data)
  emit(world, scope, 'product.updated', data, cause)
  return data
}

export function listProducts({ world, scope, params }: Call<Stripe.ProductListParams>): object {
  const keep = (one: Product): boolean =>
    (params.active === undefined || one.active === params.active) &&
    (params.ids === undefined || params.ids.includes(one.id)) &&
    (params.url === undefined || one.url === params.url)
  return world.objects.page<Product>('product', scope, '/v1/products', params, keep)
}
