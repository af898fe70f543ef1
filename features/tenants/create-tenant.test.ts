import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp()
const ann = await signUp(app, app.anonKey)
const create = async (body: unknown) => {
  const response = await app.request('/rest/v1/rpc/create_tenant_autoprovision', {
    method: 'POST',
    headers: {
      apikey: app.anonKey,
      authorization: `Bearer ${ann.access_token}`,
      'content-type': 'application/json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

test('[A15] an invalid name gets a 4xx with a message and creates nothing', async () => {
  for (const [p_name, message] of [
    ['', /name is required/],
    ['   ', /name is required/],
    ['\u00a0\u200b', /name/],
    [null, /name is required/],
    ['x'.repeat(81), /at most 80 characters/],
    ['x'.repeat(900_000), /at most 80 characters/],
    ['a\u0000b', /./],
    ['a\u202eb', /control characters/],
    ['a\u200fb', /control characters/],
    ['a\u2066b', /control characters/],
    ['a\nb', /control characters/],
  ] as const) {
    const { status, body } = await create({ p_name })
    assert.ok(status >= 400 && status < 500, `${status} for ${JSON.stringify(p_name).slice(0, 40)}`)
    assert.match(body.message, message, JSON.stringify(p_name).slice(0, 40))
  }
  const { rows } = await app.owner.query('select count(*)::int as n from public.tenants')
  assert.equal(rows[0].n, 0)
})

test('[A15] a body of more than a megabyte, and one that is not an object, are refused before anything is created', async () => {
  assert.equal((await create({ p_name: 'x'.repeat(1_100_000) })).status, 413)
  for (const body of ['[]', '"x"', '1', '{', '{"p_name":"a","p_name2":"b"}'])
    assert.ok((await create(body)).status < 500 && (await create(body)).status >= 400, body)
  const { rows } = await app.owner.query('select count(*)::int as n from public.tenants')
  assert.equal(rows[0].n, 0)
})

test('[A15] surrounding blanks are trimmed; all letters and symbols stay unchanged', async () => {
  for (const [p_name, stored] of [
    ['  Hearth & Rye ', 'Hearth & Rye'],
    ['👩‍👩‍👧‍👦 Café', '👩‍👩‍👧‍👦 Café'],
    ['מאפייה', 'מאפייה'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    [7, '7'],
    // A text parameter accepts other JSON values as their text, as in PostgREST.
    [['a', 'b'], '["a","b"]'],
  ] as const) {
    const { status, body } = await create({ p_name })
    assert.equal(status, 200)
    assert.equal(body[0].name, stored)
  }
})
