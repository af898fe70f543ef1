// The demo never runs in production, and uses the public password only if no other machine can reach the
// instance.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKernel } from '#kernel/kernel.ts'
import { createLogger } from '#kernel/log.ts'
import { createApp } from '#server/app.ts'
import { noDist } from '#server/dist.ts'
import { listen } from '#server/start/listen.ts'
import { testApp } from '#testing/test-app.ts'
import { freePorts } from '#testing/test-instance.ts'
import { DemoRefusedError, PRODUCTION, isPrivate, readInstanceKind } from './instance-kind.ts'

const base = await testApp()

/** Serves the same instance with other settings, on a port. */
async function served(settings: object): Promise<string> {
  const kernel = openKernel({ ...base.config, ...settings }, base.appUrl, { log: createLogger('silent') })
  const [port] = await freePorts(1)
  const listening = await listen(createApp(kernel, noDist), '127.0.0.1', port!)
  base.beforeDrop(async () => {
    await listening.stop()
    await kernel.close()
  })
  return `http://127.0.0.1:${port}`
}

test('a running instance reports whether it is in production, regardless of the command’s settings', async () => {
  await assert.rejects(
    readInstanceKind(await served({ env: 'production' }), base.serviceKey),
    (error: Error) => {
      assert.ok(error instanceof DemoRefusedError)
      assert.equal(error.message, PRODUCTION)
      return true
    },
  )
  const kind = await readInstanceKind(await served({ env: 'development', host: '0.0.0.0' }), base.serviceKey)
  assert.deepEqual([kind.env, kind.host], ['development', '0.0.0.0'])
})

test('the demo refuses a database on another machine, which may be one of production', async () => {
  const url = await served({ databaseUrl: 'postgres://owner:x@db.example/app' })
  await assert.rejects(
    readInstanceKind(url, base.serviceKey),
    /does not run on a database on another machine/,
  )
})

test('the demo refuses an instance that does not report its kind', async () => {
  const url = await served({})
  await assert.rejects(readInstanceKind(url, base.anonKey), /does not say whether it runs in production/)
  await assert.rejects(readInstanceKind(`${url}/elsewhere`, base.serviceKey), DemoRefusedError)
})

test('an instance is private if its URL, its listening address and its database are on this machine', () => {
  const kind = { env: 'development', host: 'localhost', database: 'own' } as const
  for (const host of ['localhost', '127.0.0.1', '::1'])
    assert.equal(isPrivate({ ...kind, host }, 'http://localhost:3000'), true, host)
  assert.equal(isPrivate(kind, 'http://[::1]:3000'), true)
  for (const host of ['0.0.0.0', '::', '192.168.1.7', 'build.example', 'localhost.example'])
    assert.equal(isPrivate({ ...kind, host }, 'http://localhost:3000'), false, host)
  for (const url of ['https://demo.example', 'http://192.168.1.7:3000', 'https://localhost.example'])
    assert.equal(isPrivate(kind, url), false, url)
  assert.equal(isPrivate({ ...kind, database: 'local' }, 'http://localhost:3000'), false)
})
