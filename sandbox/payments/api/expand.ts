import { definition, operations } from '../contract/contract.ts'
import type { Operation, Schema } from '../contract/contract.ts'
import type { Kind } from '../store.ts'
import type { Call } from '../world.ts'
import { invalid } from './errors.ts'

/** The operation that returns each expandable type. The sandbox does not store the contract's other types. */
const readers: Record<string, string> = {
  Charge: 'charges.retrieve',
  Configuration: 'billingPortal.configurations.retrieve',
  Customer: 'customers.create',
  Invoice: 'invoices.retrieve',
  PaymentIntent: 'paymentIntents.retrieve',
  PaymentMethod: 'paymentMethods.retrieve',
  Price: 'prices.retrieve',
  Product: 'products.retrieve',
  Refund: 'refunds.retrieve',
  Subscription: 'subscriptions.retrieve',
  TestClock: 'testHelpers.testClocks.retrieve',
}

/** Lists that belong to an object and that `expand[]` can include. */
export type Includes = Record<string, (call: Call, object: Record<string, unknown>) => unknown>

/**
 * Replaces ids with their objects: https://docs.stripe.com/api/expanding_objects
 * @throws 400 for a property that cannot be expanded
 */
export function expand(
  call: Call,
  operation: Operation,
  result: unknown,
  paths: string[],
  includes: Includes,
): unknown {
  const list = 'list' in operation.result
  const schema = 'list' in operation.result ? operation.result.item : operation.result.schema
  const copy = structuredClone(result)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > 4) throw invalid(`Cannot expand more than 4 levels of a property (${path}).`, 'expand')
    if (list && steps[0] !== 'data') throw cannot(path)
    const targets = list ? (copy as { data: object[] }).data : [copy as object]
    // Checked against the schema, so that a typo fails even for an empty list.
    if (!expandable(schema, list ? steps.slice(1) : steps, includes)) throw cannot(path)
    for (const target of targets)
      follow(call, target as Record<string, unknown>, list ? steps.slice(1) : steps, includes)
  }
  return copy
}

function cannot(path: string): Error {
  return invalid(`This property cannot be expanded (${path}).`, 'expand')
}

function follow(call: Call, target: Record<string, unknown>, steps: string[], includes: Includes): void {
  const [name, ...rest] = steps
  if (name === undefined) return
  const value = target[name]
  const include = includes[`${String(target['object'])}.${name}`]
  if (include) target[name] = include(call, target)
  else if (typeof value === 'string') {
    const kind = kindOfId(value)
    const found = kind && call.world.objects.find<object>(kind, call.scope, value)
    if (found) target[name] = structuredClone(found.data)
  }
  const next = target[name]
  if (Array.isArray(next))
    for (const one of next) {
      if (typeof one === 'object' && one !== null)
        follow(call, one as Record<string, unknown>, rest, includes)
    }
  else if (typeof next === 'object' && next !== null)
    follow(call, next as Record<string, unknown>, rest, includes)
}

const prefixes: Record<string, Kind> = {
  bpc: 'billing_portal.configuration',
  ch: 'charge',
  clock: 'test_helpers.test_clock',
  cus: 'customer',
  in: 'invoice',
  pi: 'payment_intent',
  pm: 'payment_method',
  price: 'price',
  prod: 'product',
  re: 'refund',
  sub: 'subscription',
}

function kindOfId(id: string): Kind | undefined {
  return prefixes[id.slice(0, id.indexOf('_'))]
}

function expandable(schema: Schema, steps: string[], includes: Includes): boolean {
  const [name, ...rest] = steps
  if (name === undefined) return true
  const object = objectOf(schema)
  const property = object?.properties?.[name]
  if (!property) return false
  const kind = object.properties?.['object']?.enum?.[0]
  const target = (property.anyOf ?? [property]).find((one) => one['x-expands'])
  if (target) return rest.length === 0 || target['x-expands']!.some((type) => leadsOn(type, rest, includes))
  if (rest.length === 0) return includes[`${String(kind)}.${name}`] !== undefined
  return expandable(property.items ?? property, rest, includes)
}

function leadsOn(type: string, steps: string[], includes: Includes): boolean {
  const reader = operations[readers[type] ?? '']
  return (
    reader !== undefined && 'schema' in reader.result && expandable(reader.result.schema, steps, includes)
  )
}

function objectOf(schema: Schema): Schema | undefined {
  if (schema.$ref) return definition(schema.$ref)
  if (schema.anyOf) {
    const named = schema.anyOf.find((one) => one.$ref)
    return named && objectOf(named)
  }
  return schema.items ? objectOf(schema.items) : schema
}
