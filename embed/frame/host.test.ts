import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { LoaderMessage } from '../messages.ts'
import { connectHost } from './host.ts'

const SHOP = 'https://shop.example'
const posted: { message: unknown; target: string }[] = []
const parent = { postMessage: (message: unknown, target: string) => posted.push({ message, target }) }
let listener: (event: object) => void = () => {}

beforeEach(() => {
  posted.length = 0
  Object.assign(globalThis, {
    window: globalThis,
    parent,
    location: { href: 'https://blocks.example/embed/pay', origin: 'https://blocks.example' },
    document: { referrer: 'https://shop.example/' },
    addEventListener: (_: string, hear: typeof listener) => {
      listener = hear
    },
  })
})

const data = (over: Partial<EmbedPageData> = {}): EmbedPageData => ({
  tenant: null,
  apiUrl: '',
  parentOrigin: SHOP,
  checkoutOrigins: [],
  host: {},
  ...over,
})
const say = (message: LoaderMessage, over: object = {}) =>
  listener({ source: parent, origin: SHOP, data: { bb: 1, id: 'f1', ...message }, ...over })
const hello = (codes: ('order' | 'session')[] = []): LoaderMessage => ({
  type: 'hello',
  page: 'https://shop.example/p',
  codes,
})

test('[K05] a message goes to the verified origin, never to any', () => {
  connectHost(data(), 'f1').post({ type: 'resize', height: 5 })
  assert.deepEqual(posted, [{ message: { type: 'resize', height: 5, bb: 1, id: 'f1' }, target: SHOP }])
})

test('[K05] without a verified origin nothing is sent', () => {
  connectHost(data({ parentOrigin: null }), 'f1').post({ type: 'resize', height: 5 })
  assert.deepEqual(posted, [])
})

test('a page with sample data reports its height to our own previews only', () => {
  const host = connectHost(data({ parentOrigin: null, sample: '' }), '')
  host.post({ type: 'resize', height: 5 })
  assert.deepEqual(posted, [
    { message: { type: 'resize', height: 5, bb: 1, id: '' }, target: 'https://blocks.example' },
  ])
  assert.equal(host.framed, false)
})

test('a refused site is notified, at its own origin', () => {
  const host = connectHost(
    data({ parentOrigin: null, host: { refused: true, origin: 'https://other.example' } }),
    'f1',
  )
  host.post({ type: 'error', detail: { code: 'origin_not_allowed' } })
  assert.equal(posted[0]!.target, 'https://other.example')
})

test('[K05] greetings from another origin, window, frame ID or version are ignored', async () => {
  const host = connectHost(data(), 'f1')
  let received = false
  host.hear = () => {
    received = true
  }
  const ask: LoaderMessage = { type: 'ask', number: 1, what: 'token' }
  say(ask, { origin: 'https://evil.example' })
  say(ask, { source: {} })
  say(ask, { data: { ...ask, bb: 1, id: 'f2' } })
  say(ask, { data: { ...ask, bb: 2, id: 'f1' } })
  assert.equal(received, false)
  say(ask)
  assert.equal(received, true)
})

test('a code is requested only if the greeting lists it, and taken once', async () => {
  const host = connectHost(data(), 'f1')
  say(hello(['order']))
  assert.equal(await host.takeCode('session'), undefined)
  const taken = host.takeCode('order')
  await host.greeting
  await Promise.resolve()
  assert.deepEqual(
    posted.map(({ message }) => message),
    [{ type: 'take', kind: 'order', bb: 1, id: 'f1' }],
  )
  say({ type: 'code', kind: 'order', code: 'o1' })
  assert.equal(await taken, 'o1')
})

test('a page opened on its own is its own host', async () => {
  Object.assign(globalThis, { parent: globalThis })
  const host = connectHost(data({ parentOrigin: null }), '')
  assert.equal(host.framed, false)
  assert.equal((await host.greeting).page, 'https://blocks.example/embed/pay')
  assert.equal(await host.takeCode('order'), undefined)
})
