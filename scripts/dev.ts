// npm run dev: runs the server as npm start does, and restarts it when one of its sources changes (which
// builds stale parts). It also serves the Studio with hot reload on its own port, PORT+3.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createServer } from 'vite'
import { environment, loadConfig } from '#kernel/config.ts'
import { createTokens } from '#kernel/tokens.ts'
import { openDataDir } from '#server/start/data-dir.ts'

const ROOT = join(import.meta.dirname, '..')
/** The server ends when this process is killed. */
const END_WITH_PARENT = pathToFileURL(join(ROOT, 'scripts', 'end-with-parent.mjs')).href
const WATCHED = ['kernel', 'services', 'features', 'blocks', 'server', 'embed', 'ui', 'sandbox']
/** Files whose change needs no restart: screens of the Studio (hot reload), tests, docs, temporary files. */
const NO_SOURCE = /(^|[\\/])studio[\\/]|\.test\.tsx?$|\.md$|~$|(^|[\\/])\.[^\\/]*$/
/** Debounces the changes of one save or one git checkout. */
const DEBOUNCE_MS = 150

const env = environment()
const config = loadConfig(env, openDataDir(env).secrets)

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
let server: ChildProcess | undefined
let turn = Promise.resolve()

function start(): void {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', END_WITH_PARENT, join(ROOT, 'server', 'main.ts')],
    { cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
  )
  server = child
  child.once('exit', (code) => {
    if (server !== child) return
    server = undefined
    if (code) console.error('The server exited. It restarts when a source changes.')
  })
}

async function stop(): Promise<void> {
  const child = server
  server = undefined
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function restart(path: string): Promise<void> {
  console.log(`\n${path} changed`)
  await stop()
  start()
}

let pending: NodeJS.Timeout | undefined
for (const folder of WATCHED)
  watch(join(ROOT, folder), { recursive: true }, (_, file) => {
    if (!file || NO_SOURCE.test(file)) return
    clearTimeout(pending)
    pending = setTimeout(() => (turn = turn.then(() => restart(join(folder, file)))), DEBOUNCE_MS)
  })

/** Starts Vite's server for the Studio, which uses our server's API. */
async function serveStudio(): Promise<() => Promise<void>> {
  const tokens = createTokens({ jwtSecret: config.jwtSecret, issuer: '' })
  process.env.BB_URL = config.publicUrl
  process.env.BB_ANON_KEY = await tokens.apiKey('anon')
  const vite = await createServer({
    configFile: join(ROOT, 'studio', 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
    server: { host: 'localhost', port: config.port + 3, strictPort: true },
  })
  await vite.listen()
  // Vite's own SIGTERM handler would end this process without stopping the server.
  process.removeAllListeners('SIGTERM').on('SIGTERM', end)
  console.log(`Studio with hot reload at http://localhost:${config.port + 3}/auth`)
  return () => vite.close()
}

let closeStudio = async () => undefined as void
const end = () => {
  clearTimeout(pending)
  void Promise.all([turn.then(stop), closeStudio()]).finally(() => process.exit(0))
}
for (const signal of SIGNALS) process.on(signal, end)
start()
closeStudio = await serveStudio().catch((error: Error) => {
  console.error(`No hot reload: ${error.message}`)
  return closeStudio
})
