import type { DescribedColumn, DescribedRoutine, DescribedTable, Json } from './types.ts'

const TYPES: Record<string, string | undefined> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
  // Any JSON value: a schema without a type.
  json: undefined,
  jsonb: undefined,
}
const FORMATS: Record<string, string> = { smallint: 'int32', integer: 'int32', bigint: 'int64' }

function typeOf(type: string): string | undefined {
  if (type.endsWith('[]')) return 'array'
  return Object.hasOwn(TYPES, type) ? TYPES[type] : 'string'
}

/** Type and format of a PostgreSQL type, as PostgREST describes them. */
function typeSchema(type: string): Json {
  const kind = typeOf(type)
  return {
    format: FORMATS[type] ?? type,
    ...(kind && { type: kind }),
    ...(kind === 'array' && { items: itemSchema(type.slice(0, -2)) }),
  }
}

function itemSchema(type: string): Json {
  const kind = typeOf(type)
  return kind && kind !== 'array' ? { type: kind } : {}
}

/** Query parameters have repeated values instead of arrays, and no JSON: everything else is a string. */
export function parameterType(type: string, variadic: boolean): Json {
  const kind = typeOf(type)
  if (variadic)
    return { type: 'array', items: { ...itemSchema(type.slice(0, -2)) }, collectionFormat: 'multi' }
  return { type: kind === undefined || kind === 'array' ? 'string' : kind, format: FORMATS[type] ?? type }
}

/** A row of the table, as the API returns it. */
export function tableSchema({ comment, columns }: DescribedTable): Json {
  const required = columns.filter(({ nullable }) => !nullable).map(({ name }) => name)
  return {
    ...(comment && { description: comment }),
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(columns.map((column) => [column.name, columnSchema(column)])),
  }
}

function columnSchema(column: DescribedColumn): Json {
  const preset = defaultOf(column)
  const description = columnDescription(column)
  return {
    ...typeSchema(column.type),
    ...(description && { description }),
    ...(preset !== undefined && { default: preset }),
    ...(column.values && { enum: column.values }),
    ...(column.longest && { maxLength: column.longest }),
  }
}

/** PostgREST's marks for keys, which type generators look for. */
function columnDescription({ comment, key, refers }: DescribedColumn): string | undefined {
  const notes = [
    key && 'This is a Primary Key.<pk/>',
    refers &&
      `This is a Foreign Key to \`${refers.table}.${refers.column}\`.` +
        `<fk table='${refers.table}' column='${refers.column}'/>`,
  ].filter(Boolean)
  const noted = notes.length > 0 ? ['Note:', ...notes].join('\n') : undefined
  return [comment, noted].filter(Boolean).join('\n\n') || undefined
}

/** A constant as a value. For a string type, an expression such as `now()` as its text. */
function defaultOf({ type, default: expression }: DescribedColumn): unknown {
  if (expression === null) return undefined
  const [, quoted] = /^'((?:[^']|'')*)'(?:::.*)?$/s.exec(expression) ?? []
  const constant = quoted?.replaceAll("''", "'")
  if (typeOf(type) === 'string') return constant ?? expression
  try {
    const value: unknown = JSON.parse(constant ?? expression)
    return typeOf(type) === 'array' && !Array.isArray(value) ? undefined : value
  } catch {
    return undefined
  }
}

/** The named arguments of a function, as one object. */
export function argumentsSchema({ comment, parameters }: DescribedRoutine): Json {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  return {
    ...(comment && { description: comment }),
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(parameters.map(({ name, type }) => [name, typeSchema(type)])),
  }
}
