import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instance } from '../../bench/instance.ts'
import type { World } from './world.ts'

/**
 * Kills the server, or PostgreSQL and then the server, in turn until it is stopped, `most` times. Each kill comes after a random number
 * of responses, so that however slow the machine is, something happens in between.
 * @param within most responses between two kills
 */
export function keepKilling(world: World, most: number, within: number) {
  const { instance } = world
  const kills = { server: 0, postgres: 0 }
  const stop = new AbortController()
  const isOver = () => stop.signal.aborted || world.over.aborted
  const killing = (async () => {
    for (let turn = randomInt(2), left = most; left > 0; turn++, left--) {
      const enough = world.answers + randomInt(1, within + 1)
      while (world.answers < enough && !isOver()) await pause(10)
      await pause(randomInt(100))
      if (isOver()) break
      if (turn % 2) {
        process.kill(postmasterOf(instance), 'SIGKILL')
        kills.postgres += 1
        await pause(randomInt(300))
      } else kills.server += 1
      await instance.kill()
      const killedAt = new Date()
      await instance.start()
      world.say(`killed ${JSON.stringify(kills)}, started after ${Date.now() - killedAt.getTime()} ms`)
      await releaseKeys(world, killedAt)
    }
  })()
  // A server that does not start again is the fault to report, not what waits for it.
  killing.catch((error: unknown) => world.say(`no server: ${String(error)}`))
  return {
    kills,
    async stop() {
      stop.abort()
      await killing
    },
  }
}

/** The keys of calls whose server was killed are in use for a minute; here their time is moved back. */
const releaseKeys = ({ query }: World, killedAt: Date) =>
  query(
    `update app.idempotency_keys set begun_at = begun_at - interval '1 minute' where sealed_answer is null and begun_at < $1`,
    [killedAt],
  )

const postmasterOf = ({ dataDir }: Instance) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
