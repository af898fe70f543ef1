import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instance } from '../../bench/instance.ts'

/** Kills the server, or PostgreSQL and then the server, at random times until it is stopped, `most` times. */
export function keepKilling(instance: Instance, most: number) {
  const kills = { server: 0, postgres: 0 }
  const stop = new AbortController()
  const killing = (async () => {
    for (let turn = randomInt(2), left = most; !stop.signal.aborted && left > 0; turn++, left--) {
      await pause(randomInt(300, 2000))
      if (stop.signal.aborted) break
      if (turn % 2) {
        process.kill(postmasterOf(instance), 'SIGKILL')
        kills.postgres += 1
        await pause(randomInt(300))
      } else kills.server += 1
      await instance.kill()
      await instance.start()
    }
  })()
  return {
    kills,
    async stop() {
      stop.abort()
      await killing
    },
  }
}

const postmasterOf = ({ dataDir }: Instance) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
