import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson, readJson } from './body.ts'

const JSON_TYPE = 'application/json'
const post = (body: string | Uint8Array<ArrayBuffer>, type: string | null = JSON_TYPE) =>
  readJson(
    new Request('http://localhost/', {
      method: 'POST',
      body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
      headers: type === null ? {} : { 'content-type': type },
    }),
  )
const badJson = { status: 400, code: 'bad_json' }

test('JSON in UTF-8 is read, with every valid spelling of its content type', async () => {
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json\t; profile=x',
    ' application/json ',
  ])
    assert.deepEqual(await post('{"a":[1,"ü"]}', type), { a: [1, 'ü'] }, type)
  assert.deepEqual(await post('', null), {}, 'an empty body is an empty object')
})

test('[P09] every other content type gets 415, whatever the body contains', async () => {
  for (const type of [
    null,
    'text/plain',
    'text/plain;application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json, text/plain',
    'application/vnd.api+json',
    'application/json; charset=utf-7',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset="utf-8',
    'application/json; charset =utf-7',
    'application/json; charset',
  ])
    await assert.rejects(post('{"a":1}', type), { status: 415, code: 'unsupported_media_type' }, String(type))
})

test('[G16] broken JSON, broken UTF-8, NUL characters and deep nesting are 400', async () => {
  const bytes = (...list: number[]) => new Uint8Array(list)
  const bad: Record<string, string | Uint8Array<ArrayBuffer>> = {
    'cut off': '{"a":',
    'trailing text': '{} {}',
    'single quotes': "{'a':1}",
    'a comment': '{/**/}',
    NaN: '{"a":NaN}',
    'a raw NUL': '{"a":"\0"}',
    'an escaped NUL': '{"a":{"b":["\\u0000"]}}',
    'a NUL in a name': '{"a\\u0000":1}',
    'a lone continuation byte': bytes(0x22, 0x80, 0x22),
    'an overlong slash': bytes(0x22, 0xc0, 0xaf, 0x22),
    'UTF-16': bytes(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00),
    'arrays, 10,000 deep': '['.repeat(10_000) + ']'.repeat(10_000),
    'objects, 101 deep': `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`,
    'never closed, a million deep': '['.repeat(999_999),
  }
  for (const [what, body] of Object.entries(bad)) {
    // CPU time instead of wall-clock time, because other processes use the machine too.
    const before = process.threadCpuUsage()
    await assert.rejects(post(body), badJson, what)
    const { user, system } = process.threadCpuUsage(before)
    assert.ok(user + system < 100_000, `${what} took ${user + system} µs`)
  }
})

test('similar but valid bodies are accepted', async () => {
  assert.deepEqual(await post('{"a":"\\\\u0000"}'), { a: '\\u0000' })
  assert.deepEqual(await post('["[[[[","\\"{{{{"]'), ['[[[[', '"{{{{'])
  assert.equal(JSON.stringify(await post(`${'['.repeat(100)}${']'.repeat(100)}`)).length, 200)
  const brackets = JSON.stringify('['.repeat(500))
  assert.equal(await post(brackets), '['.repeat(500))
})

test('[G16] __proto__ and constructor are ordinary names and change nothing else', async () => {
  const body = (await post(
    '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  )) as object
  assert.deepEqual(Object.keys(body), ['__proto__', 'constructor'])
  assert.equal(({} as { admin?: boolean }).admin, undefined)
  assert.equal(Object.getPrototypeOf(body), Object.prototype)
})

test('an error does not reveal its cause', () => {
  assert.throws(
    () => parseJson(new TextEncoder().encode('canary')),
    (error: Error) => {
      assert.doesNotMatch(error.message, /canary/)
      assert.ok(error.cause instanceof Error)
      return true
    },
  )
})
