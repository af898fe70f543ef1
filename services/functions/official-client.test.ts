import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { FunctionRegion, createClient } from '@supabase/supabase-js'

// Every method, option and kind of body of the installed official client, with the test that uses it.

const INVOKE = 'invoke.test.ts'
const EVERY_METHOD = 'every method reaches its function'
const HEADERS = 'headers arrive; a region is sent along'
const NOT_JSON = 'invoke: a body that is not JSON is refused, and the error says what to send'
const WAITING =
  'invoke: timeout and signal end the call as a FunctionsFetchError, and so does an unreachable server'
const HTTP =
  'invoke: an error response is a FunctionsHttpError with code, message and details; a crash has no details'
const ANSWERS = 'invoke: responses are read by their type: JSON, text, blob, form, events'
const NAMED = 'invoke: JSON with a content type set by the caller is treated as that type'

/** Feature → title of the test in invoke.test.ts, and code that the test must contain. */
const covered: Record<string, [title: string, use: RegExp]> = {
  invoke: [EVERY_METHOD, /invokeOk\('echo'/],
  setAuth: ['setAuth: the caller’s session is sent along; a forged one is rejected', /\.setAuth\(/],

  'option headers': [HEADERS, /headers: \{ 'x-custom'/],
  'option method': [EVERY_METHOD, /method,/],
  'option region': [HEADERS, /FunctionRegion\.EuWest1/],
  'option body': [EVERY_METHOD, /body: \{ name/],
  'option signal': [WAITING, /signal: stop\.signal/],
  'option timeout': [WAITING, /timeout: 50/],

  'method POST': [EVERY_METHOD, /'POST'/],
  'method GET': [EVERY_METHOD, /'GET'/],
  'method PUT': [EVERY_METHOD, /'PUT'/],
  'method PATCH': [EVERY_METHOD, /'PATCH'/],
  'method DELETE': [EVERY_METHOD, /'DELETE'/],

  'body File': [NOT_JSON, /new File\(/],
  'body Blob': [NOT_JSON, /new Blob\(/],
  'body ArrayBuffer': [NOT_JSON, /bytes\.buffer/],
  'body FormData': [NOT_JSON, /body: form\b/],
  'body ReadableStream<Uint8Array>': [NAMED, /ReadableStream/],
  'body Record<string, any>': [EVERY_METHOD, /body: \{/],
  'body string': [NOT_JSON, /body: 'Grüße/],

  'error FunctionsHttpError': [HTTP, /instanceof FunctionsHttpError/],
  'error FunctionsRelayError': [
    'invoke: an unreachable function is a FunctionsRelayError that says when to retry',
    /instanceof FunctionsRelayError/,
  ],
  'error FunctionsFetchError': [WAITING, /instanceof FunctionsFetchError/],

  'answer application/json': [EVERY_METHOD, /input/],
  'answer application/octet-stream': [ANSWERS, /kind\('bytes'\)\) as Blob/],
  'answer application/pdf': [ANSWERS, /kind\('pdf'\)/],
  'answer text/event-stream': [ANSWERS, /as Response/],
  'answer multipart/form-data': [ANSWERS, /as FormData/],
}

const require = createRequire(import.meta.url)
const folder = dirname(
  createRequire(require.resolve('@supabase/supabase-js')).resolve('@supabase/functions-js/package.json'),
)
const types = readFileSync(join(folder, 'src', 'types.ts'), 'utf8')
const source = readFileSync(join(folder, 'src', 'FunctionsClient.ts'), 'utf8')

/** Types are not available at runtime, so the options are read from the package's source. */
function everything(): string[] {
  const { functions } = createClient('http://localhost:3000', 'key')
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(functions)).filter(
    (name) => name !== 'constructor',
  )
  const options = /type FunctionInvokeOptions = \{([\s\S]*?)\n\}/.exec(types)![1]!
  const list = (text: string) => text.split('|').map((part) => part.trim().replaceAll("'", ''))
  const bodies = list(/body\?:([\s\S]*?)(?=\n  \/\*\*|\n  \w+\?:)/.exec(options)![1]!)
  return [
    ...methods,
    ...[...options.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => `option ${name}`),
    ...list(/method\?: (.*)/.exec(options)![1]!).map((name) => `method ${name}`),
    ...bodies.filter(Boolean).map((name) => `body ${name}`),
    ...[...types.matchAll(/export class (Functions\w+Error) extends FunctionsError/g)].map(
      ([, name]) => `error ${name}`,
    ),
    ...[...source.matchAll(/responseType === '([^']+)'/g)].map(([, name]) => `answer ${name}`),
  ]
}

test('the table lists every method, option, body, error and response of the installed client, and no others', () => {
  const found = everything()
  assert.ok(found.length > 25, found.join())
  assert.deepEqual(found.toSorted(), Object.keys(covered).toSorted())
  assert.ok(Object.values(FunctionRegion).includes(FunctionRegion.EuWest1))
})

describe('the listed tests', () => {
  const text = readFileSync(join(import.meta.dirname, INVOKE), 'utf8')
  const tests = text.split(/^test\(/m).slice(1)
  for (const [what, [title, use]] of Object.entries(covered))
    test(`${what} is used in ${INVOKE}`, () => {
      const body = tests.find((one) => one.split('\n', 1)[0]!.includes(title))
      assert.ok(body, `there is no test "${title}"`)
      assert.match(body, use)
    })
})
