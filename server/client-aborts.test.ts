import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { openKernel } from '#kernel/kernel.ts'
import { createLogger } from '#kernel/log.ts'
import { eventually } from '#testing/eventually.ts'
import { testApp } from '#testing/test-app.ts'
import { freePorts } from '#testing/test-instance.ts'
import { createApp } from './app.ts'
import { noDist } from './dist.ts'
import { listen } from './start/listen.ts'

const base = await testApp()
let written = ''
const log = createLogger('info', new Writable({ write: (chunk, _, done) => ((written += chunk), done()) }))
const kernel = openKernel(base.config, base.appUrl, { log })
base.beforeDrop(() => kernel.close())
const [port] = (await freePorts(1)) as [number]
const listening = await listen(createApp(kernel, noDist), '127.0.0.1', port)
after(() => listening.stop())

const lines = () =>
  written
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { level: number; msg: string; status?: number; path?: string })

const PATHS = [
  '/rest/v1/bolt_profiles',
  '/auth/v1/token?grant_type=password',
  '/functions/v1/fetch-headers',
  '/realtime/v1/api/broadcast',
]
for (const path of PATHS)
  for (const framing of ['content-length: 1000', 'transfer-encoding: chunked'])
    test(`a client that disconnects in the middle of its body is not a server error: ${path}, ${framing}`, async () => {
      written = ''
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      const start = framing.startsWith('content') ? '{"a":' : '5\r\n{"a":\r\n'
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: a\r\napikey: ${base.serviceKey}\r\ncontent-type: application/json\r\n${framing}\r\n\r\n${start}`,
      )
      await new Promise((resolve) => setTimeout(resolve, 150))
      socket.destroy()
      const request = await eventually('the request is logged', async () =>
        lines().find(({ msg }) => msg === 'request'),
      )
      assert.equal(request.status, 499)
      assert.deepEqual(
        lines().filter(({ level }) => level >= 40),
        [],
        'nothing to look at',
      )
    })
