// Where the demo runs: never in production, and with the public password only where nobody else reaches the instance.
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

/** The same instance under other settings, on a port. */
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

test('a running instance says whether it runs in production, whatever the settings of the command say', async () => {
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

test('a database on another machine may be one of production: no demo there', async () => {
  const url = await served({ databaseUrl: 'postgres://owner:x@db.example/app' })
  await assert.rejects(
    readInstanceKind(url, base.serviceKey),
    /does not run on a database on another machine/,
  )
})

test('an instance that does not say what it is gets no demo', async () => {
  const url = await served({})
  await assert.rejects(readInstanceKind(url, base.anonKey), /does not say whether it runs in production/)
  await assert.rejects(readInstanceKind(`${url}/elsewhere`, base.serviceKey), DemoRefusedError)
})

test('an instance is private where its address, its port and its database are of this machine', () => {
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
