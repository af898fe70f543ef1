import { after } from 'node:test'
import type { AppEnv } from '#kernel/http/context.ts'
import { CONNECTION_TIMEOUTS_MS, listen } from '#server/start/listen.ts'
import type { Hono } from 'hono'
import { freePorts } from './test-instance.ts'

/** Serves an app of this process on a free port, as `npm start` does. @returns the app's address */
export async function openPort(
  app: Pick<Hono<AppEnv>, 'fetch'>,
  timeouts = CONNECTION_TIMEOUTS_MS,
): Promise<string> {
  const [port] = await freePorts(1)
  const listening = await listen(app, '127.0.0.1', port!, { timeouts })
  after(() => listening.stop())
  return `http://127.0.0.1:${port}`
}
