import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partitionedCookiesWork } from './cookies.ts'
import { storedKeys, createFrameStorage, createMemoryStorage } from './frame-storage.ts'

/** The parts of the browser's storage that we use. Its keys are its own properties, as in browsers. */
function storage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return Object.hasOwn(this, name) ? this[name] : null
    },
    setItem(this: Record<string, string>, name: string, value: string) {
      this[name] = value
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name]
    },
  }
  return Object.create(methods) as Storage
}

test('values are stored per tenant, and reveal an earlier visit', () => {
  const store = storage()
  const keep = createFrameStorage('pk_a', () => store)
  assert.deepEqual(
    storedKeys('pk_a', () => store),
    [],
  )
  keep.set('session', 'cookie')
  assert.equal(keep.get('session'), 'cookie')
  assert.equal(createFrameStorage('pk_b', () => store).get('session'), null)
  assert.deepEqual(
    storedKeys('pk_a', () => store),
    ['bb:pk_a:session'],
  )
  assert.deepEqual(
    storedKeys('pk_b', () => store),
    [],
  )
  keep.set('session', null)
  assert.equal(keep.get('session'), null)
})

test('[K11] without storage access, values live as long as the page', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const keep = createFrameStorage('pk_a', refuse)
  keep.set('session', 'r1')
  assert.equal(keep.get('session'), 'r1')
  keep.set('session', null)
  assert.equal(keep.get('session'), null)
  assert.deepEqual(storedKeys('pk_a', refuse), [])
  assert.equal(createMemoryStorage().get('session'), null)
})

function cookieJar(accepts: (cookie: string) => boolean) {
  const set: string[] = []
  let now = ''
  return {
    set,
    get cookie() {
      return now
    },
    set cookie(text: string) {
      set.push(text)
      if (accepts(text)) now = /Max-Age=0/.test(text) ? '' : text.split(';')[0]!
    },
  }
}

test('[K14] cookies are used if a partitioned, secure one can be read back, and the probe is removed', () => {
  const jar = cookieJar(() => true)
  assert.equal(partitionedCookiesWork(jar), true)
  assert.equal(jar.cookie, '')
  for (const cookie of jar.set) assert.match(cookie, /; Secure; SameSite=None; Partitioned$/)
})

test('[K11] if third-party cookies are blocked or refused, they are not', () => {
  assert.equal(partitionedCookiesWork(cookieJar(() => false)), false)
  const throwing = {
    get cookie(): string {
      throw new DOMException('denied', 'SecurityError')
    },
    set cookie(_: string) {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  assert.equal(partitionedCookiesWork(throwing), false)
})
