import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { endpoint } from '#kernel/browser/endpoint.ts'
import { contract, uuid } from '#kernel/contract.ts'
import { access, creator, visitor } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import { describeFunctions } from './openapi.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- JSON of many shapes
type Json = Record<string, any>

const note = z.object({ id: uuid, text: z.string() })
const routes = [
  route(
    endpoint('GET', '/notes/:tenantId'),
    creator,
    contract(
      z.strictObject({ tenantId: uuid, page: z.optional(z.string()) }),
      z.object({ notes: z.array(note) }),
    ),
    async () => ({ notes: [] }),
  ),
  route(
    endpoint('POST', '/notes/:tenantId'),
    visitor,
    contract(z.strictObject({ tenantId: uuid, text: z.string(), pinned: z.optional(z.boolean()) }), note),
    async () => ({ id: '', text: '' }),
  ),
  route(
    endpoint('PUT', '/notes/:id/picture'),
    access(),
    contract(z.strictObject({ id: uuid, alt: z.string() }), note),
    async () => ({ id: '', text: '' }),
  ),
]
const document: Json = describeFunctions('https://blocks.example/functions/v1', '1.2.3', routes)

test('a GET has its fields in the path and the query', () => {
  const { parameters, requestBody, tags } = document.paths['/notes/{tenantId}'].get
  assert.deepEqual(
    parameters.map(({ name, in: where, required }: Json) => [name, where, required]),
    [
      ['tenantId', 'path', true],
      ['page', 'query', false],
    ],
  )
  assert.equal(requestBody, undefined)
  assert.deepEqual(tags, ['Creators'])
})

test('a POST has its other fields in a JSON body that takes no unknown ones', () => {
  const { requestBody, responses, tags } = document.paths['/notes/{tenantId}'].post
  const { schema } = requestBody.content['application/json']
  assert.deepEqual(Object.keys(schema.properties), ['text', 'pinned'])
  assert.deepEqual([schema.required, schema.additionalProperties], [['text'], false])
  assert.deepEqual(Object.keys(responses[200].content['application/json'].schema.properties), ['id', 'text'])
  assert.deepEqual(tags, ['Visitors'])
})

test('a PUT has its path parameters in the path only, and says that it needs a plan', () => {
  const { requestBody, parameters, tags } = document.paths['/notes/{id}/picture'].put
  assert.deepEqual(Object.keys(requestBody.content['application/json'].schema.properties), ['alt'])
  assert.deepEqual(
    parameters.map(({ name, in: where }: Json) => [name, where]),
    [['id', 'path']],
  )
  assert.deepEqual(tags, ['Creators with a plan'])
})

test('the document names its version, its address and its error', () => {
  assert.match(document.openapi, /^3\.1\./)
  assert.equal(document.info.version, '1.2.3')
  assert.deepEqual(document.servers, [{ url: 'https://blocks.example/functions/v1' }])
  assert.deepEqual(document.components.schemas.Error.required, ['error', 'code'])
})
