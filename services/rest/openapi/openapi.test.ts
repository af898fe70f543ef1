import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { ANONYMOUS, SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { actAs } from '#testing/act-as.ts'
import { eventually } from '#testing/eventually.ts'
import { restApp } from '#testing/rest-app.ts'

const A = actAs.creator('00000000-0000-4000-8000-00000000000a')
const rest = await restApp()
await rest.owner.query(`
  comment on table public.notes is E'Notes of users\n\nWhat a user wants to remember.\nIn their words.';
  comment on column public.notes.title is 'What it is about';
  comment on function public.add(integer, integer) is 'Adds two numbers';
  create table public."odd/name~" (id integer primary key, short varchar(12) default 'it''s');
  select app.protect('public."odd/name~"');
  grant select on public."odd/name~" to anon;
  create policy all_read on public."odd/name~" using (true);
  create table public.drop_box (id integer primary key, word text);
  select app.protect('public.drop_box');
  grant insert (word) on public.drop_box to anon`)

// oxlint-disable-next-line typescript/no-explicit-any -- the document is looked into everywhere
async function describe(as: Claims): Promise<any> {
  const { status, json, headers } = await rest.ask(as, 'GET', '/')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/openapi+json; charset=utf-8')
  return json
}

/** What Swagger 2.0 requires of the parts that our document contains: https://swagger.io/specification/v2/ */
const PARAMETER = {
  oneOf: [
    {
      type: 'object',
      required: ['$ref'],
      additionalProperties: false,
      properties: { $ref: { type: 'string', pattern: '^#/parameters/' } },
    },
    {
      type: 'object',
      required: ['name', 'in', 'schema'],
      additionalProperties: false,
      properties: {
        name: { type: 'string' },
        in: { const: 'body' },
        description: { type: 'string' },
        required: { type: 'boolean' },
        schema: { type: 'object' },
      },
    },
    {
      type: 'object',
      required: ['name', 'in', 'type'],
      additionalProperties: false,
      properties: {
        name: { type: 'string' },
        in: { enum: ['query', 'header'] },
        description: { type: 'string' },
        required: { type: 'boolean' },
        type: { enum: ['string', 'number', 'integer', 'boolean', 'array'] },
        format: { type: 'string' },
        items: { type: 'object', required: ['type'] },
        collectionFormat: { const: 'multi' },
        enum: { type: 'array', minItems: 1, uniqueItems: true },
        default: {},
      },
    },
  ],
}
const OPERATION = {
  type: 'object',
  required: ['responses'],
  additionalProperties: false,
  properties: {
    tags: { type: 'array', items: { type: 'string' } },
    summary: { type: 'string' },
    description: { type: 'string' },
    produces: { type: 'array', items: { type: 'string' } },
    parameters: { type: 'array', items: PARAMETER, uniqueItems: true },
    responses: {
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      patternProperties: {
        '^[1-5]\\d\\d$': {
          type: 'object',
          required: ['description'],
          additionalProperties: false,
          properties: { description: { type: 'string' }, schema: { type: 'object' } },
        },
      },
    },
  },
}
const SWAGGER = {
  type: 'object',
  required: ['swagger', 'info', 'paths'],
  additionalProperties: false,
  properties: {
    swagger: { const: '2.0' },
    info: { type: 'object', required: ['title', 'version'] },
    host: { type: 'string', pattern: '^[^{}/ :\\\\]+(?::\\d+)?$' },
    basePath: { type: 'string', pattern: '^/' },
    schemes: { type: 'array', items: { enum: ['http', 'https'] } },
    consumes: { type: 'array', items: { type: 'string' } },
    produces: { type: 'array', items: { type: 'string' } },
    paths: {
      type: 'object',
      patternProperties: {
        '^/': {
          type: 'object',
          additionalProperties: false,
          properties: { get: OPERATION, post: OPERATION, patch: OPERATION, delete: OPERATION },
        },
      },
      additionalProperties: false,
    },
    definitions: {
      type: 'object',
      additionalProperties: { type: 'object', required: ['type', 'properties'] },
    },
    parameters: { type: 'object', additionalProperties: PARAMETER },
    securityDefinitions: {
      type: 'object',
      additionalProperties: { type: 'object', required: ['type', 'name', 'in'] },
    },
    security: { type: 'array', items: { type: 'object' } },
  },
}

/** Every `$ref` of a document, as the path that it refers to. */
function refs(part: unknown): string[] {
  if (part === null || typeof part !== 'object') return []
  return Object.entries(part).flatMap(([key, value]) => (key === '$ref' ? [String(value)] : refs(value)))
}
const follow = (document: object, ref: string) =>
  decodeURIComponent(ref.slice(2))
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], document)

const ajv = new Ajv({ strict: false, validateFormats: false })
const isSwagger = ajv.compile(SWAGGER)

test('the root is a Swagger 2.0 document for every role, and all of its references resolve', async () => {
  for (const as of [ANONYMOUS, A, actAs.endUser(crypto.randomUUID()), SERVICE]) {
    const document = await describe(as)
    assert(isSwagger(document), JSON.stringify(isSwagger.errors?.slice(0, 3), null, 1))
    const all = refs(document)
    assert(all.length > 20)
    for (const ref of all) assert(follow(document, ref), ref)
  }
})

test('it contains exactly what the role may use', async () => {
  const visitor = await describe(ANONYMOUS)
  const creator = await describe(A)
  const service = await describe(SERVICE)
  assert.deepEqual(Object.keys(visitor.paths['/notes']), ['get'])
  assert.deepEqual(Object.keys(creator.paths['/notes']), ['get', 'post', 'patch', 'delete'])
  assert.deepEqual(Object.keys(visitor.paths['/drop_box']), ['post'])
  assert.equal(visitor.paths['/closed'], undefined)
  assert.equal(visitor.paths['/rpc/hidden'], undefined)
  assert.equal('secret' in visitor.definitions.notes.properties, false)
  assert.equal('rowFilter.notes.secret' in visitor.parameters, false)
  assert.equal('secret' in service.definitions.notes.properties, true)
  assert(service.paths['/closed'] && !service.paths['/rpc/hidden'] && !service.paths['/rpc/a_procedure'])
  assert.doesNotMatch(JSON.stringify(visitor), /secret|closed|CANARY|auth_account/)
  assert.deepEqual(Object.keys(visitor.paths['/rpc/add']), ['get', 'post'])
  assert.deepEqual(Object.keys(visitor.paths['/rpc/write_note']), ['post'])
})

test('[A02] it names no table, column or function that a visitor may not use', async () => {
  const text = JSON.stringify(await describe(ANONYMOUS))
  const { rows } = await rest.owner.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       and not has_column_privilege('anon', c.oid, a.attnum, 'SELECT')`,
  )
  assert(rows.length > 20)
  for (const { name } of rows) assert(!text.includes(`"rowFilter.${name}"`), name)
})

test('columns have their types, defaults, comments and keys', async () => {
  const { definitions, paths, parameters } = await describe(A)
  const { properties, required, description } = definitions.notes
  assert.equal(description, 'Notes of users\n\nWhat a user wants to remember.\nIn their words.')
  assert.deepEqual(
    [paths['/notes'].get.summary, paths['/notes'].get.description],
    ['Notes of users', 'What a user wants to remember.\nIn their words.'],
  )
  assert.deepEqual(required, ['id', 'title', 'tags', 'data', 'created_at'])
  assert.deepEqual(properties.id, {
    format: 'int64',
    type: 'integer',
    description: 'Note:\nThis is a Primary Key.<pk/>',
  })
  assert.deepEqual(properties.title, { format: 'text', type: 'string', description: 'What it is about' })
  assert.deepEqual(properties.tags, { format: 'text[]', type: 'array', items: { type: 'string' } })
  assert.deepEqual(properties.data, { format: 'jsonb', default: {} })
  assert.deepEqual(properties.score, { format: 'int32', type: 'integer', default: 7 })
  assert.deepEqual(properties.price, { format: 'numeric', type: 'number' })
  assert.deepEqual(properties.mood, {
    format: 'public.mood',
    type: 'string',
    default: 'calm',
    enum: ['calm', 'glad'],
  })
  assert.equal(properties.done.type, 'boolean')
  assert.equal(parameters['rowFilter.notes.title'].description, 'What it is about')
  const odd = (await describe(ANONYMOUS)).definitions['odd/name~'].properties.short
  assert.deepEqual(odd, { format: 'character varying', type: 'string', default: "it's", maxLength: 12 })
})

test('functions have their comment and their arguments: in the query for GET, in the body for POST', async () => {
  const { get, post } = (await describe(ANONYMOUS)).paths['/rpc/add']
  assert.equal(get.summary, 'Adds two numbers')
  assert.deepEqual(get.parameters, [
    { name: 'a', in: 'query', required: true, type: 'integer', format: 'int32' },
    { name: 'b', in: 'query', required: false, type: 'integer', format: 'int32' },
  ])
  assert.deepEqual(post.parameters[0].schema, {
    description: 'Adds two numbers',
    type: 'object',
    required: ['a'],
    properties: { a: { format: 'int32', type: 'integer' }, b: { format: 'int32', type: 'integer' } },
  })
  const variadic = (await describe(ANONYMOUS)).paths['/rpc/all_of'].get.parameters[0]
  assert.deepEqual([variadic.type, variadic.collectionFormat], ['array', 'multi'])
})

test('rows from the API match its definitions', async () => {
  const { definitions } = await describe(SERVICE)
  for (const name of ['notes', 'cards', 'stock', 'tenants', 'bolt_plans']) {
    const { json } = await rest.ask(SERVICE, 'GET', `/${name}`)
    // For a nullable column, the document describes only non-null values.
    const rows = (json as object[]).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    )
    const isRow = ajv.compile(definitions[name])
    for (const row of rows) assert(isRow(row), `${name}: ${JSON.stringify(isRow.errors)}`)
  }
})

test('is available under its own type; other types, methods and profiles are rejected', async () => {
  const ask = (method: string, headers: Record<string, string> = {}, path = '/') =>
    rest.ask(ANONYMOUS, method, path, { headers })
  for (const accept of ['application/openapi+json', 'application/json', '*/*', 'text/html, */*;q=0.1'])
    assert.equal((await ask('GET', { accept })).json.swagger, '2.0', accept)
  assert.equal((await ask('GET', { accept: 'text/csv' })).json.code, 'PGRST107')
  assert.equal((await ask('GET', { 'accept-profile': 'auth' })).json.code, 'PGRST106')
  const head = await ask('HEAD')
  assert.deepEqual([head.status, head.text], [200, ''])
  assert.equal((await ask('OPTIONS')).headers.get('allow'), 'OPTIONS,GET,HEAD')
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, json, headers } = await ask(method)
    assert.deepEqual([status, json.code, headers.get('allow')], [405, 'PGRST117', 'OPTIONS,GET,HEAD'])
  }
  const bare = await rest.app.request('http://localhost/rest/v1')
  assert.equal(((await bare.json()) as { swagger: string }).swagger, '2.0')
})

test('is read again after the schema changed', async () => {
  await rest.owner.query(
    `create table public.later (id integer primary key); select app.protect('public.later');
     grant select on public.later to anon; notify pgrst, 'reload schema'`,
  )
  await eventually('the new table in the document', async () => (await describe(ANONYMOUS)).paths['/later'])
})
