import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { listenLocally } from './listen.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

test('the server listens on both addresses of localhost', async () => {
  const server = await listenLocally((_, response) => response.end('here'), 0)
  for (const host of hasIpv6 ? ['127.0.0.1', '[::1]'] : ['127.0.0.1'])
    assert.equal(await (await fetch(`http://${host}:${server.port}/`)).text(), 'here')
  await server.close()
})

test(
  'a port that another program has on ::1 alone is refused, and let go on 127.0.0.1',
  { skip: !hasIpv6 },
  async () => {
    const other = createServer().listen(0, '::1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await assert.rejects(
      listenLocally(() => undefined, port),
      { code: 'EADDRINUSE' },
    )
    other.close()
    await once(other, 'close')
    const server = await listenLocally((_, response) => response.end('free'), port)
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'free')
    await server.close()
  },
)
