import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inbox, realtimeApp, subscribed } from '#testing/realtime-app.ts'

const app = await realtimeApp()
type Told = { type: string; event: string; payload: unknown; meta?: unknown }

for (const vsn of ['1.0.0', '2.0.0'])
  test(`a message reaches the others, not oneself (vsn ${vsn})`, async () => {
    const a = app.visit(app.anonKey, { realtime: { vsn } }).channel('room')
    const b = app.visit(app.anonKey, { realtime: { vsn } }).channel('room')
    const [toA, toB] = [inbox<Told>(), inbox<Told>()]
    a.on('broadcast', { event: '*' }, (told) => toA.put(told as Told))
    b.on('broadcast', { event: '*' }, (told) => toB.put(told as Told))
    assert.deepEqual(await subscribed(a), { status: 'SUBSCRIBED', error: undefined })
    assert.equal((await subscribed(b)).status, 'SUBSCRIBED')
    assert.equal(
      await a.send({ type: 'broadcast', event: 'hello', payload: { n: 1, text: 'Grüße 🌍' } }),
      'ok',
    )
    assert.deepEqual(await toB.next(), {
      type: 'broadcast',
      event: 'hello',
      payload: { n: 1, text: 'Grüße 🌍' },
    })
    assert.equal(await b.send({ type: 'broadcast', event: 'back', payload: {} }), 'ok')
    assert.equal((await toA.next()).event, 'back')
    assert.equal(toA.all.length, 1)
  })
