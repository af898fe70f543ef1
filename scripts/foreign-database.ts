// Runs the main journey and the tests of the database and the services on the PostgreSQL of the system
// packages: through DATABASE_URL, as an owner without superuser rights, on another major version.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startSystemPostgres, systemPostgresBin } from '#testing/system-postgres.ts'

const ROOT = join(import.meta.dirname, '..')
if (!systemPostgresBin) {
  console.error('No system PostgreSQL found: install the package postgresql')
  process.exit(1)
}

const server = await startSystemPostgres(systemPostgresBin)
let status = 1
try {
  const version = await server.asSuperuser(async (client) => {
    await client.query("create role site_owner login createdb createrole password 'owner'")
    await client.query('create database blocks owner site_owner')
    return (await client.query<{ server_version: string }>('show server_version')).rows[0]!.server_version
  })
  console.log(`The journey on PostgreSQL ${version}, as a plain owner through DATABASE_URL`)
  const url = (database: string) => server.url('site_owner', 'owner', database)
  const services = ['auth', 'realtime', 'rest', 'storage'].map((name) => `services/${name}`)
  const files = ['e2e/journey.test.ts', 'server/start/backup.test.ts', 'kernel/db', ...services]
  const env = { ...process.env, BB_TEST_DATABASE_URL: url('postgres'), BB_E2E_DATABASE_URL: url('blocks') }
  const run = (script: string, args: string[] = []) =>
    new Promise<number>((resolve) => {
      const path = join(ROOT, 'scripts', script)
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...args], {
        cwd: ROOT,
        stdio: 'inherit',
        env,
      })
      child.on('exit', (code) => resolve(code ?? 1))
    })
  status = (await run('test.ts', files)) && (await run('repeat-failed.ts'))
} finally {
  server.stop()
}
process.exit(status)
