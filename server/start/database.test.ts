import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { ConfigError } from '#kernel/config.ts'
import { databaseGate } from '#testing/database-gate.ts'
import { eventually } from '#testing/eventually.ts'
import { endWithThisProcess } from '#testing/guardian/guard.ts'
import { testOwnerUrl } from '#testing/test-cluster.ts'
import { startDatabase } from './database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'bb-start-'))
chmodSync(dataDir, 0o711)
endWithThisProcess({ cluster: join(dataDir, 'postgres') }, { folder: dataDir })
after(() => rmSync(dataDir, { recursive: true, force: true }))
const { signal } = new AbortController()
const pidFile = join(dataDir, 'postgres', 'postmaster.pid')

async function connect(url: string, name?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

test('the embedded database keeps running after its first server exits, while a second one uses it', async () => {
  const first = await startDatabase(undefined, dataDir, 'test', signal)
  const second = await startDatabase(undefined, dataDir, 'test', signal)
  assert.equal(second.ownerUrl, first.ownerUrl)
  const other = await connect(second.ownerUrl, 'bolt-blocks-listen')
  await first.stop()
  assert.equal((await other.query('select 1 as n')).rows[0].n, 1)
  await other.end()

  // After a kill, it restarts automatically on the same port.
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
  const again = await eventually('PostgreSQL is back', () => connect(second.ownerUrl).catch(() => undefined))
  await again.end()
  await second.stop()
  assert.equal(existsSync(pidFile), false, 'the last server stops it')
})

test('the server waits for an external database and uses it, but neither starts nor stops it', async () => {
  const gate = await databaseGate(await testOwnerUrl('postgres'))
  await gate.shut()
  const starting = startDatabase(gate.url, join(dataDir, 'nothing'), 'test', signal)
  setTimeout(() => void gate.open(), 300)
  const database = await starting
  assert.equal(database.ownerUrl, gate.url)
  await database.stop()
  assert.equal(existsSync(join(dataDir, 'nothing')), false)
})

test('the error for an unusable database names its setting, but not its password', async () => {
  const url = Object.assign(new URL(await testOwnerUrl('postgres')), {
    username: 'nobody',
    password: 'canary',
  })
  await assert.rejects(startDatabase(url.toString(), dataDir, 'test', signal), (error: Error) => {
    assert.match(error.message, /^DATABASE_URL cannot be used: .*nobody/)
    assert.doesNotMatch(error.message, /canary/)
    return error instanceof ConfigError
  })
  const gone = new AbortController()
  const waiting = startDatabase('postgres://owner@127.0.0.1:1/app', dataDir, 'test', gone.signal)
  setTimeout(() => gone.abort(), 50)
  await assert.rejects(waiting, /DATABASE_URL cannot be used: .*ECONNREFUSED/)
})
