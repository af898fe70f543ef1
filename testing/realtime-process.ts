// A server process with sockets, for tests that end one: the whole app on a port, on the database named by APP_URL.
// Says `ready` when it serves; ends politely on SIGTERM, and when whoever started it is gone.
import { loadConfig } from '#kernel/config.ts'
import { openKernel } from '#kernel/kernel.ts'
import { createApp } from '#server/app.ts'
import { noDist } from '#server/dist.ts'
import { listen } from '#server/start/listen.ts'
import { openRealtime } from '#services/realtime/service.ts'

const config = loadConfig(process.env, { jwtSecret: '', secretKeys: '' })
const kernel = openKernel(config, process.env.APP_URL!)
const realtime = openRealtime(kernel)
const app = createApp(kernel, noDist, undefined, realtime)
const listening = await listen(app, '127.0.0.1', config.port, { sockets: realtime })

async function stop(): Promise<void> {
  await realtime.stop()
  await listening.stop()
  await kernel.close()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
process.stdin.once('close', () => process.exit(1)).resume()
process.stdout.write('ready\n')
