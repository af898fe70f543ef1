import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createGuardedFetch } from '#kernel/net/guarded-fetch.ts'
import { visitSite } from './visit.ts'

/** A local server that records its requests. */
async function listener(answer: RequestListener) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

let answer: RequestListener = (_, response) => response.end()
const site = await listener((request, response) => answer(request, response))
const inside = await listener((_, response) => response.end('inside'))
const fetchSites = createGuardedFetch({
  allowed: [site.origin],
  own: ['https://blocks.example'],
  plainHttp: true,
  redirectsAreAnswers: true,
  enough: 1_048_576,
})
after(() => fetchSites.close())

const visit = (path = '/') => visitSite(fetchSites, new URL(path, site.origin), 'Checker/1')
const leading = (to: string): RequestListener => {
  return (_, response) => void response.writeHead(302, { location: to }).end('never read')
}

test('[J06] each redirect is checked like the first URL: nothing private, no other scheme, not our own host', async () => {
  for (const to of [
    `${inside.origin}/`,
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706433/',
    'https://blocks.example/functions/v1/access',
    'file:///etc/passwd',
    'ftp://a.example/',
    'data:text/html,x',
    'javascript:alert(1)',
    'gopher://a.example/',
    'https://u:p@a.example/',
    'https://a.example:8443/',
    'http://',
  ]) {
    answer = leading(to)
    const before = site.asked.length
    await assert.rejects(visit(), { name: 'OutboundError' }, to)
    assert.equal(site.asked.length, before + 1)
  }
  assert.equal(inside.asked.length, 0)
})

test('[J06] at most five redirects, in a chain or a loop', async () => {
  answer = (request, response) => {
    const left = Number(new URL(request.url!, site.origin).searchParams.get('left'))
    if (left) response.writeHead(301, { location: `/step?left=${left - 1}#x` }).end()
    else response.setHeader('content-type', 'text/html').end('arrived')
  }
  const arrived = await visit('/step?left=5')
  assert.deepEqual(
    [arrived.html, arrived.hops.length, arrived.url.href],
    ['arrived', 5, `${site.origin}/step?left=0`],
  )
  const before = site.asked.length
  await assert.rejects(visit('/step?left=6'), { message: 'The address leads on and on' })
  assert.equal(site.asked.length, before + 6)
  answer = leading('/')
  await assert.rejects(visit(), { message: 'The address leads on and on' })
})

test('[J09] a redirect to an overlong URL is not followed', async () => {
  const long = (length: number) => `/${'x'.repeat(length - site.origin.length - 1)}`
  answer = (request, response) => leading(long(request.url === '/' ? 2048 : 2049))(request, response)
  const before = site.asked.length
  await assert.rejects(visit(), { message: 'The address leads nowhere' })
  assert.deepEqual(
    site.asked.slice(before).map(({ url }) => url),
    ['/', long(2048)],
  )
  const hash = '#'.padEnd(5000, 'x')
  answer = (request, response) => {
    if (request.url === '/') leading(`/next${hash}`)(request, response)
    else response.end('x')
  }
  assert.equal((await visit()).url.href, `${site.origin}/next`, 'what stays with the browser is not counted')
})

test('[J16] the site sees a fixed user agent and nothing about the caller', async () => {
  answer = (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/next', 'set-cookie': 'a=1' }).end()
    else response.end('x')
  }
  await visit()
  for (const request of site.asked.slice(-2)) {
    assert.equal(request.method, 'GET')
    assert.equal(request.headers['user-agent'], 'Checker/1')
    assert.deepEqual(
      Object.keys(request.headers).filter(
        (name) => !/^(host|connection|user-agent|accept(-language|-encoding)?|sec-fetch-mode)$/.test(name),
      ),
      [],
    )
  }
})

test('[J11] an endless page is cut off at 1 MB, with little memory used', async () => {
  answer = (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const part = Buffer.alloc(65_536, 120)
    const pour = () => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
    request.on('close', () => response.destroy())
  }
  await visit()
  global.gc?.()
  const before = process.memoryUsage().arrayBuffers
  const { html } = await visit()
  assert.equal(html.length, 1_048_576)
  assert.ok(process.memoryUsage().arrayBuffers - before < 20_000_000)
})

test('a page is decoded in its own encoding; other content gives no text', async () => {
  const saying = (type: string, body: Buffer) => {
    answer = (_, response) => void response.writeHead(200, { 'content-type': type }).end(body)
    return visit()
  }
  assert.equal((await saying('text/html; charset=windows-1252', Buffer.from([0xe9]))).html, 'é')
  assert.equal((await saying('text/html', Buffer.from('é'))).html, 'é')
  assert.equal((await saying('text/html; charset=no-such', Buffer.from('é'))).html, 'é')
  assert.equal((await saying('image/png', Buffer.from('x'))).html, '')
  assert.equal((await saying('application/json', Buffer.from('{}'))).html, '')
})
