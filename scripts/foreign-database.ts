// Runs the main journey, the database's own tests and the services' on the PostgreSQL that the system packages brought:
// the same code through DATABASE_URL, as a plain owner, on another major version.
import { execFileSync, spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#testing/test-instance.ts'
import pg from 'pg'

const ROOT = join(import.meta.dirname, '..')
const SUPERUSER_PASSWORD = 'superuser'
const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)
if (!bin) {
  console.error('No system PostgreSQL found: install the package postgresql')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'bb-foreign-'))
const [port] = await freePorts(1)
const asPostgres = (command: string, args: string[]) =>
  execFileSync('su', ['postgres', '-s', '/bin/sh', '-c', [join(bin, command), ...args].join(' ')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })

// Passwords are asked for: where every login is trusted, a wrong one would open the door and prove nothing.
writeFileSync(`${folder}/password`, SUPERUSER_PASSWORD)
execFileSync('chown', ['-R', 'postgres', folder])
asPostgres('initdb', [
  '-D',
  `${folder}/data`,
  '--auth=scram-sha-256',
  `--pwfile=${folder}/password`,
  '--encoding=UTF8',
  '--locale=C.UTF-8',
])
asPostgres('pg_ctl', [
  'start',
  '-w',
  '-D',
  `${folder}/data`,
  '-l',
  `${folder}/log`,
  '-o',
  `"-p ${port} -k '' -h 127.0.0.1 -c fsync=off -c max_connections=200"`,
])
let status = 1
try {
  const superuser = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: SUPERUSER_PASSWORD,
    database: 'postgres',
  })
  await superuser.connect()
  const { rows } = await superuser.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  await superuser.query("create role site_owner login createdb createrole password 'owner'")
  await superuser.query('create database blocks owner site_owner')
  await superuser.end()
  console.log(`The journey on PostgreSQL ${rows[0]?.version}, as a plain owner through DATABASE_URL`)
  const url = (database: string) => `postgres://site_owner:owner@127.0.0.1:${port}/${database}`
  const services = ['auth', 'realtime', 'rest', 'storage'].map((name) => `services/${name}`)
  const files = ['e2e/journey.test.ts', 'kernel/db', ...services]
  status = await new Promise<number>((resolve) => {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(ROOT, 'scripts', 'test.ts'), ...files],
      {
        cwd: ROOT,
        stdio: 'inherit',
        env: { ...process.env, BB_TEST_DATABASE_URL: url('postgres'), BB_E2E_DATABASE_URL: url('blocks') },
      },
    )
    child.on('exit', (code) => resolve(code ?? 1))
  })
} finally {
  asPostgres('pg_ctl', ['stop', '-D', `${folder}/data`, '-m', 'fast'])
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)
