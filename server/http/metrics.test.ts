import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRealtime, registry } from './metrics.ts'

test('/metrics prints the current realtime metrics', async () => {
  const counts = { sockets: 1, channels: 2, framesIn: 3, broadcastsOut: 4 }
  countRealtime({ counts: () => counts })
  counts.sockets = 5
  const text = await registry.metrics()
  for (const line of ['sockets 5', 'channels 2', 'frames_received 3', 'broadcasts_sent 4'])
    assert.match(text, new RegExp(`^bolt_blocks_realtime_${line}$`, 'm'))
})
