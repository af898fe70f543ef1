import { definition, operations } from './contract.ts'
import type { Schema } from './contract.ts'

/**
 * Completes `values` to an object of the contract: each required field that is missing gets the emptiest
 * value its schema allows (null if nullable, else [], false, 0, '' or the first enum value). Given fields are
 * never changed.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type the contract describes
export function complete<T>(operationId: string, values: object): T {
  const operation = operations[operationId]
  if (!operation) throw new Error(`The contract has no operation ${operationId}`)
  return fill('list' in operation.result ? operation.result.item : operation.result.schema, values) as T
}

/** The same for a named type of the contract, such as `Charges..Charge`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type the contract describes
export function completeType<T>(name: string, values: object): T {
  return fill(definition(`obj.${name}`), values) as T
}

function fill(schema: Schema, value: unknown): unknown {
  if (schema.$ref) return fill(definition(schema.$ref), value)
  if (value === undefined) return emptiest(schema)
  if (value === null || typeof value !== 'object') return value
  if (schema.anyOf) {
    const named = schema.anyOf.find((one) => one.$ref ?? (Array.isArray(value) ? one.items : one.properties))
    return named ? fill(named, value) : value
  }
  if (Array.isArray(value)) return schema.items ? value.map((one) => fill(schema.items!, one)) : value
  if (!schema.properties) return value
  const filled: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const given = (value as Record<string, unknown>)[name]
    if (given !== undefined || schema.required?.includes(name)) filled[name] = fill(property, given)
  }
  for (const [name, given] of Object.entries(value)) if (!(name in schema.properties)) filled[name] = given
  return filled
}

function emptiest(schema: Schema): unknown {
  if (schema.anyOf) return schema.anyOf.some((one) => one.type === 'null') ? null : fill(schema.anyOf[0]!, undefined)
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'array':
      return []
    case 'boolean':
      return false
    case 'number':
      return 0
    case 'string':
      return schema['x-decimal'] ? '0' : ''
    case 'object':
      return schema['x-expands'] ? '' : fill(schema, {})
    default:
      return null
  }
}
