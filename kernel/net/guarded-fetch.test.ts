import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createAdaptorServer } from '@hono/node-server'
import { OutboundError, createGuardedFetch, publicOnly } from './guarded-fetch.ts'
import { isPublicAddress } from './public-address.ts'

// As in production: the HTTP server replaces the platform's Response with its own.
createAdaptorServer({ fetch: () => new Response() })

let answer: RequestListener = (_, response) => response.end('inside')
const hits: string[] = []
const server = createServer((request, response) => {
  hits.push(request.url ?? '')
  answer(request, response)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
const inside = `http://127.0.0.1:${port}`
const guarded = createGuardedFetch({ allowed: [], plainHttp: true })
const trusting = createGuardedFetch({ allowed: [inside], plainHttp: false })
const impatient = createGuardedFetch({ allowed: [inside], plainHttp: false, timeout: 300 })
after(async () => {
  await guarded.close()
  await trusting.close()
  await impatient.close()
  server.closeAllConnections()
  server.close()
})

describe('[F02] [J01] [J02] never connects to addresses of the local network', () => {
  const spellings = [
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '0',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    'localhost',
    'localhost.',
    'LOCALHOST',
    '[::1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[2002:7f00:1::]',
  ]
  for (const host of spellings)
    test(host, async () => {
      for (const address of [`http://${host}/`, `https://${host}/`, `http://${host}:${port}/`])
        await assert.rejects(guarded(address), { name: 'OutboundError' }, address)
    })
  test('and the listener there was not reached', () => assert.deepEqual(hits, []))
})

test('[J09] other schemes, URLs with credentials and other ports are refused before connecting', () => {
  const bad = [
    'file:///etc/passwd',
    'ftp://a.example/',
    'data:,x',
    'gopher://a.example/',
    'ws://a.example/',
    '',
  ]
  for (const address of [
    ...bad,
    'https://u:p@a.example/',
    'https://a.example:8443/',
    'http://a.example:443/',
    ' x ',
  ])
    assert.throws(() => guarded.check(address), { name: 'OutboundError' }, address)
  assert.throws(
    () => trusting.check('http://a.example/'),
    { name: 'OutboundError' },
    'https alone in production',
  )
  assert.equal(guarded.check('https://a.example/x').href, 'https://a.example/x')
  assert.equal(guarded.check('http://a.example/').href, 'http://a.example/')
})

test('[J08] our own host is rejected in every spelling; other hosts and allowed origins are accepted', () => {
  const own = ['https://blocks.example', 'https://embed.example:8443']
  const known = createGuardedFetch({ allowed: ['https://embed.example'], own, plainHttp: true })
  for (const address of [
    'https://blocks.example/functions/v1/access',
    'http://blocks.example/',
    'https://BLOCKS.example./x',
    'https://blocks。example/',
    'https://bl%6Fcks.example/',
    'http://embed.example/',
  ])
    assert.throws(() => known.check(address), { message: 'The address is our own' }, address)
  for (const address of [
    'https://notblocks.example/',
    'https://blocks.example.evil.example/',
    'https://embed.example/',
  ])
    assert.equal(known.check(address).href, address)
})

describe('[J04] connects only to the public addresses of a name', () => {
  /** A resolver that returns these addresses for every name. */
  const saying =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  /** Resolves to the addresses that a connection to the listener's port would use; nothing is dialed. */
  const dialled = (...addresses: string[]) =>
    new Promise<string[]>((done) => {
      const tried: string[] = []
      const socket = connect({
        host: 'name.example',
        port,
        lookup: publicOnly(saying(...addresses)),
      })
      socket.on('lookup', (error: Error | null, address: string) => {
        if (!error) tried.push(address)
        socket.destroy()
      })
      socket.on('error', () => undefined).on('close', () => done(tried))
    })

  test('never to a private one, so the listener there gets no request', async () => {
    for (const address of [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '::1',
      'fd00:ec2::254',
      '::ffff:127.0.0.1',
    ])
      assert.deepEqual(await dialled(address), [], address)
    assert.deepEqual(hits, [])
  })

  test('to the public one of two, in either order', async () => {
    assert.deepEqual(await dialled('127.0.0.1', '1.1.1.1'), ['1.1.1.1'])
    assert.deepEqual(await dialled('1.1.1.1', '127.0.0.1', '::1'), ['1.1.1.1'])
  })

  test('a request to a private name fails with that reason', async () => {
    const named = createGuardedFetch({ allowed: [], plainHttp: true, resolve: saying('127.0.0.1') })
    const refused = await named('http://name.example/').catch((error: Error) => error)
    assert.match(String((refused as Error & { cause: Error }).cause.cause), /not public/)
    await named.close()
  })
})

test('public addresses are recognized by their range', () => {
  for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700::1111'])
    assert.ok(isPublicAddress(address), address)
  for (const address of ['', 'a.example', '192.0.2.1', '2001:db8::1', '::', '::1', 'ff02::1', '4000::1'])
    assert.ok(!isPublicAddress(address), address)
})

describe('an origin that the operator allowed', () => {
  test('is requested, in exactly that spelling', async () => {
    answer = (_, response) => response.end('inside')
    assert.equal(await (await trusting(`${inside}/a`)).text(), 'inside')
    await assert.rejects(trusting(`http://localhost:${port}/`), { name: 'OutboundError' })
  })

  test('cannot redirect elsewhere', async () => {
    answer = (_, response) => void response.writeHead(302, { location: '/other' }).end()
    const before = hits.length
    await assert.rejects(trusting(inside), { message: 'The address leads elsewhere' })
    assert.equal(hits.length, before + 1)
  })

  test('[J11] is limited to 1 MB decoded and a total time', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(20_000_000)))
    }
    await assert.rejects(trusting(inside), { message: 'The answer is too long' })
    answer = (_, response) => void response.write('drop')
    await assert.rejects(impatient(inside), { message: 'The address does not answer' })
    answer = () => undefined
    await assert.rejects(impatient(inside), { message: 'The address does not answer' })
    answer = (_, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end()
    await assert.rejects(trusting(inside), { name: 'OutboundError' })
  })

  test('may send compressed responses, which are decoded', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' })
      response.end(gzipSync('{"a":1}'))
    }
    assert.deepEqual(await (await trusting(inside)).json(), { a: 1 })
  })
})

describe('[J11] responses outside the HTTP standard are declared failures, not exceptions of the platform', () => {
  /** Sends a raw status line and headers. */
  const raw = (status: string, headers = '') => {
    answer = ({ socket }) => void socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 2\r\n${headers}\r\nhi`)
  }

  test('a status from 600 to 999, which the Response of the platform refuses', async () => {
    for (const status of [600, 700, 999])
      for (const redirectsAreAnswers of [false, true]) {
        raw(`${status} X`, 'x-kept: yes\r\n')
        const fetch = createGuardedFetch({ allowed: [inside], plainHttp: false, redirectsAreAnswers })
        const refused = (await fetch(inside).catch((error: unknown) => error)) as OutboundError
        assert.ok(refused instanceof OutboundError, String(refused))
        assert.deepEqual(
          [refused.message, refused.status, refused.headers?.get('x-kept')],
          ['The server responded with an invalid status', status, 'yes'],
        )
        await fetch.close()
      }
  })

  test('a status below 200 as the final one, or no status at all', async () => {
    for (const status of ['000 X', '099 X', '100 X', '101 X', '199 X', '1000 X', 'abc X', '-1 X', '']) {
      raw(status)
      await assert.rejects(impatient(inside), { name: 'OutboundError' }, status)
    }
  })

  test('statuses without a body that come with one', async () => {
    for (const status of [204, 205]) {
      raw(`${status} X`)
      assert.equal(await (await trusting(inside)).text(), '')
    }
    raw('304 X')
    await assert.rejects(trusting(inside), { name: 'OutboundError' })
  })

  test('headers that are malformed, contradict each other, or are many', async () => {
    for (const headers of ['x: a\u0001b', 'x: \0', 'x y: 1', 'content-length: 3', 'content-encoding: gzip']) {
      raw('200 OK', `${headers}\r\n`)
      await assert.rejects(impatient(inside), { name: 'OutboundError' }, headers)
    }
    raw('200 OK', Array.from({ length: 1500 }, (_, n) => `a${n}: b\r\n`).join(''))
    assert.equal((await trusting(inside)).headers.get('a1499'), 'b')
    raw('302 Found', 'location: http://[\r\n')
    await assert.rejects(trusting(inside), { message: 'The address leads elsewhere' })
  })
})

describe('[J06] the development sandbox, whose inbox contains tokens, cannot be reached under any name', () => {
  const names = [
    'localhost',
    'LOCALHOST.',
    'inbox.localhost',
    '127.0.0.1',
    '127.9.9.9',
    '127.1',
    '0',
    '0.0.0.0',
    '2130706433',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    hostname(),
  ]
  const origins = names.map((name) => new URL(`http://${name}:${port}`).origin)
  /** The operator allowed all of these origins, and one path of the sandbox. */
  const fetch = createGuardedFetch({
    allowed: [...origins, `http://localhost:${port}/identity`],
    sandbox: `http://localhost:${port}`,
    plainHttp: true,
    redirectsAreAnswers: true,
  })
  after(() => fetch.close())

  for (const name of names)
    test(name, async () => {
      const before = hits.length
      for (const path of [
        '/',
        '/inbox.json',
        '/identity/../inbox.json',
        '/identity/%2e%2e/inbox',
        '/identityx',
      ])
        await assert.rejects(fetch(`http://${name}:${port}${path}`), { message: 'The address is our own' })
      assert.equal(hits.length, before)
    })

  test('except for the path that the product uses', async () => {
    answer = (_, response) => response.end('identity')
    assert.equal(await (await fetch(`http://localhost:${port}/identity/token?a=b`)).text(), 'identity')
    assert.throws(() => fetch.check(`http://127.0.0.1:${port}/identity/token`), { name: 'OutboundError' })
  })
})
