// npm run dev: the server, started anew when a source changes; its start builds the screens that are stale.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const SOURCES = ['blocks', 'embed', 'features', 'kernel', 'sandbox', 'server', 'services', 'studio', 'ui']
/** What the server and the builds read; tests and notes start nothing. */
const COUNTS = /(?<!\.test)\.(ts|tsx|css|html|svg|sql)$/
/** Milliseconds of quiet after a change: editors and version control write in bursts. */
const QUIET = 200

let server: ChildProcess
let ending = false
let timer: NodeJS.Timeout | undefined
let turn = Promise.resolve()

function start(): void {
  server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'server', 'main.ts')],
    { cwd: root, stdio: 'inherit' },
  )
}

const isRunning = () => server.exitCode === null && server.signalCode === null

async function restart(file: string): Promise<void> {
  if (ending) return
  console.log(`${file} changed: starting again`)
  if (isRunning()) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  if (!ending) start()
}

function changed(file: string): void {
  clearTimeout(timer)
  timer = setTimeout(() => (turn = turn.then(() => restart(file))), QUIET)
}

for (const folder of SOURCES)
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (name && COUNTS.test(name)) changed(join(folder, name))
  })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    ending = true
    if (!isRunning()) process.exit(0)
    server.once('exit', (code) => process.exit(code ?? 1))
    server.kill(signal)
  })

start()
