import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePorts } from './test-instance.ts'

const PASSWORD = 'superuser'

/** Folder of the newest PostgreSQL that the system's packages installed; undefined when there is none. */
export const systemPostgresBin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)

/**
 * Starts a disposable server of the system's PostgreSQL on the loopback address, run by the user postgres.
 * This requires root. Passwords are checked, so that tests can prove that a wrong one is refused.
 */
export async function startSystemPostgres(bin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'bb-postgres-'))
  const [port] = await freePorts(1)
  const asPostgres = (command: string, args: string[]) =>
    execFileSync('su', ['postgres', '-s', '/bin/sh', '-c', [join(bin, command), ...args].join(' ')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  writeFileSync(`${folder}/password`, PASSWORD)
  execFileSync('chown', ['-R', 'postgres', folder])
  const options = [
    '--auth=scram-sha-256',
    `--pwfile=${folder}/password`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  asPostgres('initdb', ['-D', `${folder}/data`, ...options])
  const server = `"-p ${port} -k '' -h 127.0.0.1 -c fsync=off -c max_connections=200"`
  asPostgres('pg_ctl', ['start', '-w', '-D', `${folder}/data`, '-l', `${folder}/log`, '-o', server])
  return {
    url: (user: string, password: string, database: string) =>
      `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    async asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
      const client = new pg.Client(`postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`)
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end()
      }
    },
    stop() {
      asPostgres('pg_ctl', ['stop', '-D', `${folder}/data`, '-m', 'immediate'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
