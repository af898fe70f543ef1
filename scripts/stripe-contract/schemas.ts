import ts from 'typescript-5.9'

/** A JSON Schema 2020-12 fragment. `x-open`: Stripe may add values later. `x-expands`: an id that can be an object. */
export type Schema = Record<string, unknown>

/**
 * `request` refuses unknown properties, to catch typos; `response` allows them, because Stripe may add
 * properties.
 */
export type Direction = 'request' | 'response'

const NULL: Schema = { type: 'null' }

/** Turns the types of the stripe package into JSON Schema, one definition per named type. */
export class SchemaWriter {
  readonly definitions: Record<string, Schema> = {}
  readonly #queue: Array<() => void> = []
  readonly #names = new Map<string, ts.Type>()
  readonly #checker: ts.TypeChecker

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** The schema of a type; named types become `$ref`s whose definitions are complete after `drain()`. */
  schemaOf(type: ts.Type, direction: Direction): Schema {
    if (type.isUnion()) return this.#union(type, direction)
    const flags = type.flags
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) return {}
    if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return NULL
    if (type.isStringLiteral() || type.isNumberLiteral()) return { enum: [type.value] }
    if (flags & ts.TypeFlags.BooleanLiteral)
      return { type: 'boolean', enum: [this.#checker.typeToString(type) === 'true'] }
    if (flags & ts.TypeFlags.StringLike || isOpenString(type)) return { type: 'string' }
    if (flags & ts.TypeFlags.NumberLike) return { type: 'number' }
    if (flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' }
    if (this.#checker.isArrayType(type)) {
      const element = this.#checker.getTypeArguments(type as ts.TypeReference)[0]!
      return { type: 'array', items: this.schemaOf(element, direction) }
    }
    if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#named(type, direction)
    throw new Error(`No schema for ${this.#checker.typeToString(type)}`)
  }

  /** Adds a definition without a corresponding type in the package, and returns its reference. */
  define(name: string, schema: Schema): Schema {
    this.definitions[name] = schema
    return { $ref: `#/$defs/${name}` }
  }

  /** Converts the named types found so far. Uses a queue, because the types are too deep for recursion. */
  drain(): void {
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) next()
  }

  #union(union: ts.UnionType, direction: Direction): Schema {
    const alternatives: Schema[] = []
    const literals: Array<string | number | boolean> = []
    let open = false
    let plainString = false
    const objects: ts.Type[] = []
    let booleans = 0
    let nullable = false
    for (const member of union.types) {
      if (member.flags & ts.TypeFlags.Undefined) continue
      else if (member.flags & ts.TypeFlags.Null) nullable = true
      else if (member.isStringLiteral() || member.isNumberLiteral()) literals.push(member.value)
      else if (member.flags & ts.TypeFlags.BooleanLiteral) booleans += 1
      else if (isOpenString(member)) open = true
      else if (member.flags & ts.TypeFlags.String) plainString = true
      else objects.push(member)
    }
    if (literals.length > 0) alternatives.push({ enum: literals, ...(open ? { 'x-open': true } : {}) })
    if (booleans === 2) alternatives.push({ type: 'boolean' })
    else if (booleans === 1) alternatives.push({ type: 'boolean', enum: [this.#trueOrFalse(union)] })
    if (plainString || (open && literals.length === 0)) alternatives.push({ type: 'string' })
    const expandable =
      plainString && direction === 'response' ? objects.filter((one) => this.#hasIdentity(one)) : []
    if (expandable.length > 0)
      alternatives.push({
        type: 'object',
        required: ['id', 'object'],
        'x-expands': expandable.map((one) => one.getSymbol()?.name ?? 'object'),
      })
    for (const one of objects) if (!expandable.includes(one)) alternatives.push(this.schemaOf(one, direction))
    if (nullable) alternatives.push(NULL)
    return alternatives.length === 1 ? alternatives[0]! : { anyOf: alternatives }
  }

  #trueOrFalse(union: ts.UnionType): boolean {
    const literal = union.types.find((one) => one.flags & ts.TypeFlags.BooleanLiteral)!
    return this.#checker.typeToString(literal) === 'true'
  }

  #isFreeForm(type: ts.Type): boolean {
    const index = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String)
    return index !== undefined && (index.type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0
  }

  #hasIdentity(type: ts.Type): boolean {
    return type.getProperty('id') !== undefined && type.getProperty('object') !== undefined
  }

  #named(type: ts.Type, direction: Direction): Schema {
    const symbol = type.aliasSymbol ?? type.getSymbol()
    if (symbol?.name === 'Decimal') return { type: 'string', 'x-decimal': true }
    if (!symbol || symbol.name === '__type' || this.#isFreeForm(type)) return this.#object(type, direction)
    const name = this.nameOf(type, symbol, direction)
    const known = this.#names.get(name)
    if (known && known !== type) throw new Error(`Two types are called ${name}`)
    if (!known) {
      this.#names.set(name, type)
      this.definitions[name] = {}
      this.#queue.push(() => Object.assign(this.definitions[name]!, this.#object(type, direction)))
    }
    return { $ref: `#/$defs/${name}` }
  }

  /** `obj.Checkout.Sessions..Session`: direction, file, qualified name, type arguments. */
  nameOf(type: ts.Type, symbol: ts.Symbol, direction: Direction): string {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? ''
    const module = file
      .replace(/^.*\/(esm|cjs)\/(resources\/)?/, '')
      .replace(/\.d\.ts$/, '')
      .replaceAll('/', '.')
    const qualified = this.#checker.getFullyQualifiedName(symbol).replace(/^".*"\./, '')
    const own = isReference(type) ? this.#checker.getTypeArguments(type) : []
    const suffix = own.map((one) => {
      const named = one.aliasSymbol ?? one.getSymbol()
      return named ? `__${this.nameOf(one, named, direction).replace(/^(req|obj)\./, '')}` : ''
    })
    return `${direction === 'request' ? 'req' : 'obj'}.${module}..${qualified}${suffix.join('')}`
  }

  #object(type: ts.Type, direction: Direction): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const propertyType = this.#checker.getTypeOfSymbol(property)
      if (isNoData(property, propertyType)) continue
      properties[property.name] = this.schemaOf(propertyType, direction)
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name)
    }
    const index = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String)
    if (index && Object.keys(properties).length === 0)
      return { type: 'object', additionalProperties: this.schemaOf(index.type, direction) }
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(direction === 'request' ? { additionalProperties: false } : {}),
    }
  }
}

/**
 * Whether a type is the package's `OtherString` (`string & Record<never, never>`), which means "Stripe may
 * add values".
 */
function isOpenString(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some((one) => (one.flags & ts.TypeFlags.String) !== 0)
}

/**
 * Properties that are not in the response: SDK methods, `lastResponse`, and `deleted?: void`, a type marker.
 */
function isNoData(property: ts.Symbol, type: ts.Type): boolean {
  const present = type.isUnion() ? type.types.filter((one) => !(one.flags & ts.TypeFlags.Undefined)) : [type]
  return (
    property.name === 'lastResponse' ||
    present.every((one) => one.flags & ts.TypeFlags.Void || one.getCallSignatures().length > 0)
  )
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return (
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
  )
}
