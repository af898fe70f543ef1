// The entry of a server process with WebSockets, for tests that kill one: the whole app on a port, with the database in
// APP_URL. It prints `ready` when it serves. It stops gracefully on SIGTERM, and exits when its parent has
// ended.
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
