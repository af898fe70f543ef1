import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { actAs } from '#testing/act-as.ts'
import { endpoint } from '../browser/endpoint.ts'
import { contract } from '../contract.ts'
import type { Claims } from '../db/claims.ts'
import { AppError, commonErrors } from '../errors.ts'
import type { AppEnv } from './context.ts'
import { anyone, creator, endUser, service, visitor } from './guards.ts'
import type { Guard } from './guards.ts'
import { mountRoutes, route } from './route.ts'

const thing = contract(
  z.strictObject({
    id: z.string(),
    name: z.string().check(z.maxLength(5)),
    tags: z.optional(z.array(z.string())),
  }),
  z.strictObject({ id: z.string(), name: z.string() }),
)
const query = contract(
  z.strictObject({ id: z.string(), q: z.optional(z.string()) }),
  z.object({ q: z.string() }),
)

type Thing = z.output<typeof thing.input>
type Query = z.output<typeof query.input>
let handled = 0
let answer: unknown
const routes = (guard: Guard) => [
  route(
    endpoint<Thing, { id: string; name: string }>('POST', '/things/:id'),
    guard,
    thing,
    async ({ input }) => {
      handled++
      return (answer ?? { id: input.id, name: input.name }) as { id: string; name: string }
    },
  ),
  route(endpoint<Query, { q: string }>('GET', '/things/:id'), guard, query, async ({ input }) => ({
    q: input.q ?? '',
  })),
  route(
    endpoint<Query, { q: string }>('DELETE', '/things/:id'),
    guard,
    query,
    async () => new Response(null, { status: 204 }),
  ),
]

function app(guard: Guard = anyone, claims: Claims = actAs.anonymous()) {
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set('claims', claims)
      await next()
    })
    .onError((error, c) => {
      const { status, code, message, details } =
        error instanceof AppError ? error : { status: 500, code: 'crash', message: '', details: undefined }
      return c.json({ code, message, details }, status as 400)
    })
    .route('/', mountRoutes(routes(guard)))
}

async function post(
  path: string,
  body: unknown,
  on = app(),
  type = 'application/json',
): Promise<Record<string, unknown>> {
  const response = await on.request(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': type },
  })
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) }
}

test('path parameters and body form the input, and the response matches the contract', async () => {
  assert.deepEqual(await post('/things/a%2Fb', { name: 'x' }), { status: 200, id: 'a/b', name: 'x' })
})

test('[C03] a body may repeat a path parameter, but not change it', async () => {
  assert.equal((await post('/things/1', { id: '1', name: 'x' })).status, 200)
  const before = handled
  for (const id of ['2', 1, null, ['1'], { toString: '1' }, '']) {
    const refusal = await post('/things/1', { id, name: 'x' })
    assert.deepEqual([refusal.status, refusal.message], [400, 'id in the body differs from the address'])
  }
  const inQuery = await app().request('/things/1?id=2')
  assert.equal(inQuery.status, 400)
  assert.equal(handled, before)
})

test('[G12] unknown fields and wrong types are 400 and named, __proto__ and constructor like any other', async () => {
  const faults: [body: unknown, message: RegExp][] = [
    [{ name: 'x', role: 'admin' }, /role/],
    [{ name: 'x', constructor: {} }, /constructor/],
    ['{"name":"x","__proto__":{"admin":true}}', /__proto__/],
    [{}, /^name: /],
    [{ name: 'too long' }, /^name: /],
    [{ name: 'x', tags: ['a', 1] }, /^tags\.1: /],
    [[], /Send a JSON object/],
    ['null', /Send a JSON object/],
    ['"text"', /Send a JSON object/],
    ['7', /Send a JSON object/],
  ]
  const before = handled
  for (const [body, message] of faults) {
    const refusal = await post('/things/1', body)
    assert.deepEqual([refusal.status, refusal.code], [400, 'invalid_input'], JSON.stringify(body))
    assert.match(String(refusal.message), message)
  }
  assert.equal(handled, before)
  assert.equal((await post('/things/1', { name: 'x' }, app(), 'text/plain')).status, 415)
  assert.equal((await post('/things/1', '{')).status, 400)
})

test('GET and DELETE read the query; the API key in it is not input', async () => {
  const found = await app().request('/things/1?q=bread&apikey=pk_1')
  assert.deepEqual([found.status, await found.json()], [200, { q: 'bread' }])
  assert.equal((await app().request('/things/1?evil=1')).status, 400)
  assert.equal((await app().request('/things/1', { method: 'DELETE' })).status, 204)
})

test('[P08] a known path with another method gets 405; an unknown path is passed on', async () => {
  for (const method of ['PUT', 'PATCH']) {
    const response = await app().request('/things/1', { method })
    assert.deepEqual([response.status, (await response.json()).code], [405, 'method_not_allowed'])
  }
  assert.equal((await app().request('/nothing')).status, 404)
})

test('a response that breaks its contract is a server error, and none of it is sent', async () => {
  for (const broken of [{ id: 1, name: 'x' }, { id: '1' }, { id: '1', name: 'x', secret: 'canary' }]) {
    answer = broken
    const refusal = await post('/things/1', { name: 'x' })
    assert.equal(refusal.status, 500)
    assert.doesNotMatch(JSON.stringify(refusal), /canary/)
  }
  answer = undefined
})

test('the guard runs before the input is validated', async () => {
  const refusing = app(() => {
    throw commonErrors.forbidden()
  })
  assert.equal((await post('/things/1', 'no json at all', refusing)).status, 403)
})

test('no function guard accepts an OAuth application in place of its member', async () => {
  const tenant = crypto.randomUUID()
  for (const [guard, claims] of [
    [creator, actAs.creator()],
    [endUser, actAs.endUser(tenant)],
    [visitor, actAs.endUser(tenant)],
  ] as const) {
    const own = await app(guard, claims).request('/things/1')
    const application = await app(guard, { ...claims, client_id: 'app' }).request('/things/1')
    assert.deepEqual([own.status, application.status], [200, 403], guard.name)
  }
})

test('[C01] each guard lets exactly its callers through', async () => {
  const tenant = crypto.randomUUID()
  const callers: Record<string, Claims> = {
    anonymous: actAs.anonymous(),
    visitor: actAs.visitor(tenant),
    'end user': actAs.endUser(tenant),
    creator: actAs.creator(),
    service: actAs.service(),
    'API key of a creator’s role': { role: 'authenticated', pool: tenant },
    'API key of an end user’s role': { role: 'end_user', pool: tenant, tenant },
  }
  const rules: [guard: Guard, allowed: string[], refusal: number][] = [
    [anyone, Object.keys(callers), 0],
    [creator, ['creator'], 401],
    [endUser, ['end user'], 401],
    [visitor, ['visitor', 'end user', 'API key of an end user’s role'], 401],
    [service, ['service'], 403],
  ]
  for (const [guard, allowed, refusal] of rules)
    for (const [who, claims] of Object.entries(callers)) {
      const { status } = await app(guard, claims).request('/things/1')
      assert.equal(status, allowed.includes(who) ? 200 : refusal, `${who} at ${guard.name}`)
    }
})
