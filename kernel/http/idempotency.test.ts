import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { testApp } from '#testing/test-app.ts'
import { onceByKey } from './idempotency.ts'
import type { RouteContext } from './route.ts'

const { kernel } = await testApp()

test('a call that waits for another one with its key asks less and less often, at most eight times in two seconds', async () => {
  const headers = new Headers({ 'idempotency-key': randomUUID() })
  const claims = { role: 'anon', pool: randomUUID() } as const
  let asked = 0
  const { database } = kernel
  const counting: typeof database = Object.create(database, {
    asService: {
      value: ((reason, work) => {
        asked += Number(reason === 'server: begin a call with an idempotency key')
        return database.asService(reason, work)
      }) satisfies typeof database.asService,
    },
  })
  const call = (by: typeof kernel, work: () => Promise<string>) =>
    onceByKey(
      { kernel: by, request: { headers }, claims, clientIp: '192.0.2.1', input: {} } as RouteContext<object>,
      'test',
      work,
    )
  const started = Promise.withResolvers<void>()
  const end = Promise.withResolvers<string>()
  const first = call(kernel, () => {
    started.resolve()
    return end.promise
  })
  await started.promise
  const second = call({ ...kernel, database: counting }, () => Promise.reject(new Error('ran twice')))
  await setTimeout(2000)
  end.resolve('done')
  assert.deepEqual(await Promise.all([first, second]), ['done', 'done'])
  assert.ok(asked > 1 && asked <= 8, `asked ${asked} times`)
})
