import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { createSocket } from 'node:dgram'
import { after, test } from 'node:test'
import { createGuardedFetch } from './guarded-fetch.ts'
import { createLookUp } from './look-up.ts'

const [A, AAAA] = [1, 28]
const ONE = [192, 0, 2, 1]
const OTHER = [0x20, 1, 0xd, 0xb8, ...Array<number>(11).fill(0), 1]

/** Known names: address bytes by record type, an error code (RFC 1035, 4.1.1), or no response. */
const known: Record<string, Record<number, number[]> | number> = {
  'both.example': { [A]: ONE, [AAAA]: OTHER },
  'newer.example': { [AAAA]: OTHER },
  'empty.example': {},
  'failing.example': 2,
}
const asked: string[] = []

/** A local DNS server. */
const server = createSocket('udp4', (question, from) => {
  const labels = []
  let at = 12
  for (; question[at]; at += question[at]! + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!))
  const [name, kind, end] = [labels.join('.'), question.readUInt16BE(at + 1), at + 5]
  asked.push(name)
  if (name.startsWith('silent')) return
  const about = known[name] ?? 3
  const address = typeof about === 'number' ? undefined : about[kind]
  const head = Buffer.from(question.subarray(0, 12))
  head.writeUInt16BE(0x8180 + (typeof about === 'number' ? about : 0), 2)
  for (const [place, count] of [1, address ? 1 : 0, 0, 0].entries()) head.writeUInt16BE(count, 4 + place * 2)
  const record = address ? [0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 60, 0, address.length, ...address] : []
  server.send(Buffer.concat([head, question.subarray(12, end), Buffer.from(record)]), from.port, from.address)
})
await new Promise<void>((done) => server.bind(0, '127.0.0.1', done))
after(() => server.close())
const lookUp = createLookUp([`127.0.0.1:${server.address().port}`])

test('a name has the addresses of both families, the older first', async () => {
  assert.deepEqual(await lookUp('both.example'), [
    { address: '192.0.2.1', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ])
  assert.deepEqual(await lookUp('newer.example'), [{ address: '2001:db8::1', family: 6 }])
})

test('a missing name is distinguished from servers that fail', async () => {
  for (const name of ['nobody.example', 'empty.example', `${'x'.repeat(64)}.example`])
    await assert.rejects(lookUp(name), { code: 'ENOTFOUND' }, name)
  await assert.rejects(lookUp('failing.example'), { code: 'EAI_AGAIN' })
})

test('[J11] a lookup without a response times out after three seconds, also with many names', async () => {
  const began = performance.now()
  const names = Array.from({ length: 20 }, (_, n) => `silent-${n}.example`)
  for (const { reason } of (await Promise.allSettled(names.map(lookUp))) as PromiseRejectedResult[])
    assert.equal(reason.code, 'EAI_AGAIN')
  const took = performance.now() - began
  assert.ok(took > 1000 && took < 9000, `${took} ms`)
})

test('[J01] local names resolve to this machine, without a DNS query', async () => {
  const before = asked.length
  for (const name of ['localhost', 'LOCALHOST.', 'a.localhost'])
    assert.deepEqual(await lookUp(name), [{ address: '127.0.0.1', family: 4 }])
  assert.equal(asked.length, before)
})

test('[J11] no user-supplied name blocks a thread of the process', async () => {
  const guarded = createGuardedFetch({ allowed: [], plainHttp: true })
  const started: string[] = []
  const hook = createHook({ init: (_, type) => void started.push(type) }).enable()
  await assert.rejects(guarded('http://nobody.invalid/'), { name: 'OutboundError' })
  hook.disable()
  await guarded.close()
  assert.ok(!started.includes('GETADDRINFOREQWRAP'), 'the system is not asked')
  assert.ok(started.includes('QUERYWRAP'), 'servers of names are')
})
