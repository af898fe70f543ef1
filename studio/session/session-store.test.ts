import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionStore } from './session-store.ts'

function opened(refuses: () => boolean) {
  const stored = new Map<string, string>()
  let refusals = 0
  const store = sessionStore(
    () => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem(key, value) {
        if (refuses()) throw new DOMException('full', 'QuotaExceededError')
        stored.set(key, value)
      },
      removeItem: (key) => void stored.delete(key),
    }),
    () => refusals++,
  )
  return { store, stored, refusals: () => refusals }
}

test('a session is stored, read and removed', () => {
  const { store, stored, refusals } = opened(() => false)
  store.setItem('bb:session', 'a')
  assert.deepEqual([store.getItem('bb:session'), stored.get('bb:session'), refusals()], ['a', 'a', 0])
  store.removeItem('bb:session')
  assert.deepEqual([store.getItem('bb:session'), stored.size], [null, 0])
})

test('a full storage keeps the session in memory and reports it; once there is room, it is stored', () => {
  let full = true
  const { store, stored, refusals } = opened(() => full)
  store.setItem('bb:session', 'a')
  assert.deepEqual([store.getItem('bb:session'), stored.size, refusals()], ['a', 0, 1])
  full = false
  store.setItem('bb:session', 'b')
  assert.deepEqual([store.getItem('bb:session'), stored.get('bb:session'), refusals()], ['b', 'b', 1])
  full = true
  store.setItem('bb:session', 'c')
  store.removeItem('bb:session')
  assert.equal(store.getItem('bb:session'), null)
})

test('a blocked storage is an empty one', () => {
  const blocked = sessionStore(
    () => {
      throw new DOMException('blocked', 'SecurityError')
    },
    () => undefined,
  )
  assert.equal(blocked.getItem('bb:session'), null)
  blocked.setItem('bb:session', 'a')
  assert.equal(blocked.getItem('bb:session'), 'a')
  blocked.removeItem('bb:session')
  assert.equal(blocked.getItem('bb:session'), null)
})
