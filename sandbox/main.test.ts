import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

type Child = ChildProcessByStdio<Writable, Readable, Readable>

interface Ready {
  ready: boolean
  url: string
  smtpUrl: string
  stripe: Record<string, string>
}

describe('the program', () => {
  const data = mkdtempSync(join(tmpdir(), 'sandbox-'))
  after(() => rmSync(data, { recursive: true }))

  const start = (env: Record<string, string>): Child =>
    spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
      env: {
        PATH: process.env['PATH'] ?? '',
        // As `npm start` sets it: the process loads compiled code.
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
        SANDBOX_PORT: '0',
        SANDBOX_DATA: data,
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  test('prints its URLs in one line, keeps its keys, exits on SIGTERM and when its parent exits', async () => {
    const first = start({})
    const told = await ready(first)
    assert.equal(told.ready, true)
    assert.deepEqual(Object.keys(told.stripe).toSorted(), [
      'connectClientIdLive',
      'connectClientIdTest',
      'publishableKeyLive',
      'publishableKeyTest',
      'secretKeyLive',
      'secretKeyTest',
    ])
    assert.match(told.stripe['secretKeyTest']!, /^sk_test_/)
    assert.match(told.stripe['connectClientIdLive']!, /^ca_/)
    assert.deepEqual(await fetch(`${told.url}/health`).then((answer) => answer.json()), { ok: true })
    const smtp = new URL(told.smtpUrl)
    const socket = createConnection(Number(smtp.port), smtp.hostname)
    assert.match(String((await once(socket, 'data'))[0]), /^220 /)
    socket.destroy()
    first.kill('SIGTERM')
    assert.deepEqual(await once(first, 'exit'), [0, null])

    const second = start({ SANDBOX_PUBLIC_URL: 'http://pay.localhost:9/' })
    const again = await ready(second)
    assert.deepEqual(again.stripe, told.stripe)
    assert.equal(again.url, 'http://pay.localhost:9')
    second.stdin.end()
    assert.deepEqual(await once(second, 'exit'), [0, null])
  })

  test('does not run in production, and names an invalid setting', async () => {
    for (const [env, said] of [
      [{ NODE_ENV: 'production' }, /NODE_ENV=production/],
      [{ SANDBOX_PORT: 'http' }, /SANDBOX_PORT must be a port number/],
    ] as const) {
      const child = start(env)
      const [words, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
      assert.equal(code, 1)
      assert.match(words, said)
    }
  })
})

async function ready(child: Child): Promise<Ready> {
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Ready
  throw new Error(`The sandbox exited during startup: ${await text(child.stderr)}`)
}
