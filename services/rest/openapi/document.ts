import { argumentsSchema, parameterType, tableSchema } from './schemas.ts'
import type { DescribedColumn, DescribedRoutine, DescribedTable, Json } from './types.ts'

const JSON_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
]
const MEDIA = [...JSON_TYPES, 'text/csv']

/**
 * Describes the API as a Swagger 2.0 document (https://swagger.io/specification/v2/), in PostgREST's form.
 * Pure: the document contains only what the arguments describe.
 * @param url the API's URL, including its path
 */
export function makeDocument(url: URL, tables: DescribedTable[], routines: DescribedRoutine[]): Json {
  return {
    swagger: '2.0',
    info: {
      title: 'Bolt Blocks data API',
      description: 'Tables, views and functions that the role of this request may use',
      version: '1',
    },
    host: url.host,
    basePath: url.pathname,
    schemes: [url.protocol.replace(':', '')],
    consumes: MEDIA,
    produces: MEDIA,
    paths: {
      '/': { get: rootOperation() },
      ...Object.fromEntries(tables.map((table) => [`/${table.name}`, tablePath(table)])),
      ...Object.fromEntries(routines.map((routine) => [`/rpc/${routine.name}`, routinePath(routine)])),
    },
    definitions: Object.fromEntries(tables.map((table) => [table.name, tableSchema(table)])),
    parameters: { ...PARAMETERS, ...Object.fromEntries(tables.flatMap(tableParameters)) },
    securityDefinitions: {
      apikey: {
        type: 'apiKey',
        name: 'apikey',
        in: 'header',
        description: 'The public key of a tenant, or an API key',
      },
      JWT: {
        type: 'apiKey',
        name: 'Authorization',
        in: 'header',
        description: 'A session: `Bearer ` and its token',
      },
    },
    security: [{ apikey: [] }, { apikey: [], JWT: [] }],
  }
}

const responseOf = (status: number, description: string, schema?: Json) => ({
  [status]: { description, ...(schema && { schema }) },
})
const ref = (name: string) => ({ $ref: `#/parameters/${pointer(name)}` })

/** A name inside a JSON pointer in a URI fragment (RFC 6901). */
function pointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function rootOperation(): Json {
  return {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: responseOf(200, 'OK'),
  }
}

/** The first line of a comment is the summary, the rest the description. */
function summaryOf(comment: string | null): Json {
  const [summary = '', ...rest] = (comment ?? '').trim().split('\n')
  const description = rest.join('\n').trim()
  return { ...(summary && { summary }), ...(description && { description }) }
}

function tablePath({ name, comment, columns, ...rights }: DescribedTable): Json {
  const operation = { tags: [name], ...summaryOf(comment) }
  const filters = columns
    .filter(({ reads }) => reads)
    .map((column) => ref(`rowFilter.${name}.${column.name}`))
  const rows = { type: 'array', items: { $ref: `#/definitions/${pointer(name)}` } }
  const reading = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(ref)
  return {
    ...(rights.reads && {
      get: {
        ...operation,
        parameters: [...filters, ...reading],
        responses: { ...responseOf(200, 'OK', rows), ...responseOf(206, 'Partial Content') },
      },
    }),
    ...(rights.inserts && {
      post: {
        ...operation,
        parameters: [
          ref(`body.${name}`),
          ref('select'),
          ref('on_conflict'),
          ref('columns'),
          ref('preferPost'),
        ],
        responses: responseOf(201, 'Created'),
      },
    }),
    ...(rights.updates && {
      patch: {
        ...operation,
        parameters: [...filters, ref(`body.${name}`), ref('select'), ref('preferReturn')],
        responses: responseOf(204, 'No Content'),
      },
    }),
    ...(rights.deletes && {
      delete: {
        ...operation,
        parameters: [...filters, ref('select'), ref('preferReturn')],
        responses: responseOf(204, 'No Content'),
      },
    }),
  }
}

function tableParameters({ name, columns }: DescribedTable): [string, Json][] {
  const body = {
    name,
    description: name,
    in: 'body',
    required: false,
    schema: { $ref: `#/definitions/${pointer(name)}` },
  }
  const filter = (column: DescribedColumn): [string, Json] => [
    `rowFilter.${name}.${column.name}`,
    query(column.name, column.comment ?? undefined),
  ]
  return [[`body.${name}`, body], ...columns.filter(({ reads }) => reads).map(filter)]
}

function routinePath(routine: DescribedRoutine): Json {
  const { name, comment, volatile, parameters } = routine
  const operation = {
    tags: [`(rpc) ${name}`],
    ...summaryOf(comment),
    produces: JSON_TYPES,
    responses: responseOf(200, 'OK'),
  }
  const inQuery = parameters.map(({ name: parameter, type, required, variadic }) => ({
    name: parameter,
    in: 'query',
    required,
    ...parameterType(type, variadic),
  }))
  const body = { name: 'args', in: 'body', required: true, schema: argumentsSchema(routine) }
  return {
    ...(!volatile && { get: { ...operation, parameters: inQuery } }),
    post: { ...operation, parameters: [body] },
  }
}

const query = (name: string, description?: string): Json => ({
  name,
  ...(description && { description }),
  in: 'query',
  required: false,
  type: 'string',
})
const prefer = (values: string[]): Json => ({
  name: 'Prefer',
  description: 'Preference',
  in: 'header',
  required: false,
  type: 'string',
  enum: values,
})
const RETURNS = ['return=representation', 'return=minimal', 'return=headers-only']

/** Parameters shared by many requests. */
const PARAMETERS: Record<string, Json> = {
  preferReturn: prefer(RETURNS),
  preferCount: prefer(['count=exact', 'count=planned', 'count=estimated']),
  preferPost: prefer([...RETURNS, 'resolution=ignore-duplicates', 'resolution=merge-duplicates']),
  select: query('select', 'Filtering Columns'),
  columns: query('columns', 'Columns to write'),
  on_conflict: query('on_conflict', 'On Conflict'),
  order: query('order', 'Ordering'),
  offset: query('offset', 'Limiting and Pagination'),
  limit: query('limit', 'Limiting and Pagination'),
  range: {
    name: 'Range',
    description: 'Limiting and Pagination',
    in: 'header',
    required: false,
    type: 'string',
  },
  rangeUnit: {
    name: 'Range-Unit',
    description: 'Limiting and Pagination',
    in: 'header',
    required: false,
    type: 'string',
    default: 'items',
  },
}
