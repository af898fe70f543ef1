import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { CallError, callErrorText, createCaller, refusalWords } from './call.ts'
import { endpoint } from './endpoint.ts'

const answers: Record<string, [status: number, body: string]> = {
  '/words': [409, '{"error":"Stripe is not connected","code":"not_connected"}'],
  '/message': [400, '{"message":"Wrong","code":"22023"}'],
  '/empty': [500, ''],
  '/html': [502, '<h1>Bad gateway</h1>'],
  '/blank': [500, '{"error":""}'],
  '/pdf': [200, '%PDF-1.7'],
}
const server = createServer((request, response) => {
  const [status, body] = answers[request.url!]!
  response.writeHead(status, request.url === '/pdf' ? { 'content-type': 'application/pdf' } : {}).end(body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const { port } = server.address() as { port: number }
const call = createCaller({ url: `http://127.0.0.1:${port}`, apiKey: 'key' })

async function failureOf(path: string, caller = call): Promise<CallError> {
  const error = await caller(endpoint<{}, unknown>('POST', path), {}).catch((error: unknown) => error)
  assert.ok(error instanceof CallError)
  return error
}

test('[S8-008] the server’s error field is preferred, and the fallback is used without one', async () => {
  assert.equal(callErrorText(await failureOf('/words'), 'Failed'), 'Stripe is not connected')
  assert.equal((await failureOf('/words')).code, 'not_connected')
  assert.equal(callErrorText(await failureOf('/message'), 'Failed'), 'Wrong')
  for (const path of ['/empty', '/html', '/blank'])
    assert.equal(
      callErrorText(await failureOf(path), 'Failed to create product'),
      'Failed to create product',
      path,
    )
})

test('a lost connection has its own message, and any other failure uses the fallback', async () => {
  const lost = await failureOf('/words', createCaller({ url: 'http://127.0.0.1:1', apiKey: 'key' }))
  assert.equal(lost.status, 0)
  assert.match(callErrorText(lost, 'Failed'), /^No connection/)
  assert.equal(callErrorText(new TypeError('x is not a function'), 'Failed'), 'Failed')
})

test('a PDF or calendar file is returned as it is, and its refusal as an error', async () => {
  const file = await call(endpoint<{}, Blob>('POST', '/pdf'), {})
  assert.deepEqual([file.type, await file.text()], ['application/pdf', '%PDF-1.7'])
  assert.equal((await failureOf('/words')).code, 'not_connected')
})

test('a page’s translation wins over the server’s message, but only for known error codes', () => {
  const words = { codes: { not_connected: 'Nicht verbunden' }, unexpected: 'Ein Fehler ist aufgetreten' }
  const refused = (code: string) =>
    new CallError(409, code, 'Stripe is not connected', 'Stripe is not connected')
  assert.equal(refusalWords(refused('not_connected'), words), 'Nicht verbunden')
  for (const code of ['sold_out', 'constructor'])
    assert.equal(refusalWords(refused(code), words), 'Stripe is not connected')
  assert.equal(refusalWords(new CallError(500, 'x', 'The server answered 500'), words), words.unexpected)
  assert.equal(refusalWords(new TypeError('x is not a function'), words), words.unexpected)
})
