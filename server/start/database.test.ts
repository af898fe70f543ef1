import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { eventually } from '#testing/eventually.ts'
import { startDatabase } from './database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'bb-start-'))
chmodSync(dataDir, 0o711)
after(() => rmSync(dataDir, { recursive: true, force: true }))
const pidFile = join(dataDir, 'postgres', 'postmaster.pid')

async function connect(url: string, name?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

test('the embedded database outlives its first server while a second one works on it', async () => {
  const first = await startDatabase(undefined, dataDir, 'test')
  const second = await startDatabase(undefined, dataDir, 'test')
  assert.equal(second.ownerUrl, first.ownerUrl)
  const other = await connect(second.ownerUrl, 'bolt-blocks-listen')
  await first.stop()
  assert.equal((await other.query('select 1 as n')).rows[0].n, 1)
  await other.end()

  // Killed, it is back on its port before anybody has to do anything.
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
  const again = await eventually('PostgreSQL is back', () => connect(second.ownerUrl).catch(() => undefined))
  await again.end()
  await second.stop()
  assert.equal(existsSync(pidFile), false, 'the last one out stops it')
})

test('a database of somebody else is neither started nor stopped', async () => {
  const url = 'postgres://owner@db.example/app'
  const database = await startDatabase(url, join(dataDir, 'nothing'), 'test')
  assert.equal(database.ownerUrl, url)
  await database.stop()
  assert.equal(existsSync(join(dataDir, 'nothing')), false)
})
