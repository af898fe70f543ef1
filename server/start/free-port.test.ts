import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { ConfigError } from '#kernel/config.ts'
import { requireFreePort } from './free-port.ts'

test('a taken port is refused with the remedy, and a free one is free again afterwards', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  await assert.rejects(requireFreePort('127.0.0.1', port, 'PORT'), (error) => {
    assert.ok(error instanceof ConfigError)
    assert.match(error.message, new RegExp(`Port ${port} is taken.*stop it first.*PORT`))
    return true
  })
  await new Promise((resolve) => other.close(resolve))
  await requireFreePort('127.0.0.1', port, 'PORT')
  await requireFreePort('127.0.0.1', port, 'PORT')
})
