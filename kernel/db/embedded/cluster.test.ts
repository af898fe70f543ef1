import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { endWithThisProcess } from '#testing/guardian/guard.ts'
import { startCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'

const root = mkdtempSync(join(tmpdir(), 'bb-cluster-'))
chmodSync(root, 0o711)
const folder = join(root, 'postgres')
endWithThisProcess({ folder: root })
const options = { folder, password: 'test', durable: true }
const started: Cluster[] = []
after(async () => {
  for (const cluster of started) await cluster.stop()
  rmSync(root, { recursive: true, force: true })
})

async function start(more: Partial<typeof options> = {}): Promise<Cluster> {
  endWithThisProcess({ cluster: more.folder ?? folder })
  const cluster = await startCluster({ ...options, ...more })
  started.unshift(cluster)
  return cluster
}

async function ask<T>(cluster: Cluster, text: string): Promise<T> {
  const client = new pg.Client({ connectionString: cluster.ownerUrl('postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows[0] as T
  } finally {
    await client.end().catch(() => undefined)
  }
}

const pidFile = join(folder, 'postmaster.pid')
const postmaster = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
const works = async (cluster: Cluster) => assert.deepEqual(await ask(cluster, 'select 1 as n'), { n: 1 })

describe('a cluster', () => {
  let cluster: Cluster
  before(async () => {
    // Created without waiting for the disk, then run with durability as in production.
    await (await start({ durable: false })).stop()
    cluster = await start()
  })

  test('runs under an owner without special rights, on the loopback address alone', async () => {
    const rights = 'rolsuper, rolbypassrls, rolreplication, rolcreaterole'
    assert.deepEqual(await ask(cluster, `select ${rights} from pg_roles where rolname = current_user`), {
      rolsuper: false,
      rolbypassrls: false,
      rolreplication: false,
      rolcreaterole: true,
    })
    const settings = readFileSync(join(folder, 'postmaster.opts'), 'utf8')
    assert.match(settings, /"listen_addresses=127\.0\.0\.1" .*"unix_socket_directories="/)
    const hba = readFileSync(join(folder, 'pg_hba.conf'), 'utf8').split('\n')
    assert.ok(
      hba.filter((line) => /^(local|host)/.test(line)).every((line) => line.endsWith('scram-sha-256')),
    )
  })

  test('that is already running is adopted', async () => {
    const again = await start()
    assert.deepEqual([again.adopted, again.port], [true, cluster.port])
  })

  test('rejects another password, and no second server is started', async () => {
    await assert.rejects(
      startCluster({ ...options, password: 'other' }),
      /a different password than the secrets\.json/,
    )
    await works(cluster)
  })

  test('[Q01] writes no statement and no value to its log', async () => {
    await assert.rejects(ask(cluster, `select 'canary-in-statement' from nowhere`))
    await assert.rejects(ask(cluster, `select 'canary-in-value'::uuid`))
    assert.doesNotMatch(readFileSync(join(folder, 'server.log'), 'utf8'), /canary/)
  })

  test(
    'whose postmaster alone is killed restarts while its children still work',
    { timeout: 20_000 },
    async () => {
      // Busy with arithmetic, this child does not notice that its postmaster has died.
      const busy = ask(cluster, 'select sum(n * n % 7) from generate_series(1, 6000000) as n').catch(
        () => undefined,
      )
      let working = 0
      while (!working) {
        const { n } = await ask<{ n: string }>(
          cluster,
          `select count(*) as n from pg_stat_activity where query like '%6000000%' and pid <> pg_backend_pid()`,
        )
        working = Number(n)
      }
      const old = postmaster()
      process.kill(old, 'SIGKILL')
      const [, other] = await Promise.all([cluster.revive(), start()])
      await busy
      assert.equal(other.port, cluster.port, 'clients find it at the same port')
      assert.notEqual(postmaster(), old)
      await works(cluster)
      assert.equal(await cluster.revive(), false)
    },
  )

  test('whose processes were killed is revived on its port', { timeout: 20_000 }, async () => {
    const old = postmaster()
    process.kill(old, 'SIGKILL')
    while (!(await cluster.revive())) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.notEqual(postmaster(), old)
    await works(cluster)
  })

  test('that is stopping is waited for', async () => {
    const stopping = cluster.stop()
    cluster = await start()
    await stopping
    assert.equal(cluster.adopted, false)
    await works(cluster)
  })

  test('that was stopped gracefully stays stopped, and stopping twice is not an error', async () => {
    await cluster.stop()
    await cluster.stop()
    assert.equal(await cluster.revive(), false)
    assert.equal(existsSync(pidFile), false)
  })

  test('with a stale pid file starts, even if another process now has that id', async () => {
    for (const pid of [process.pid, 4_194_000]) {
      writeFileSync(pidFile, `${pid}\n${folder}\n1\n5432\n\n127.0.0.1\n  1 1\nready\n`)
      cluster = await start()
      assert.equal(cluster.adopted, false)
      await works(cluster)
      await cluster.stop()
    }
  })
})

test('two concurrent starts recreate what an interrupted initdb left', async () => {
  const place = join(root, 'interrupted')
  mkdirSync(join(place, 'base'), { recursive: true })
  writeFileSync(join(place, 'PG_VERSION'), '18\n')
  mkdirSync(`${place}.init-4194000-ab`)
  writeFileSync(`${place}.init-4194000-ab.password`, 'left behind')
  const [one, two] = await Promise.all([
    start({ folder: place, durable: false }),
    start({ folder: place, durable: false }),
  ])
  assert.equal(one.port, two.port)
  await works(two)
  assert.deepEqual(
    readdirSync(root).filter((entry) => entry.startsWith('interrupted')),
    ['interrupted'],
  )
})

test('a folder with other files is rejected and left unchanged', async () => {
  const place = join(root, 'mine')
  mkdirSync(place)
  writeFileSync(join(place, 'thesis.txt'), 'years of work')
  await assert.rejects(
    startCluster({ ...options, folder: place }),
    /holds no PostgreSQL data but other files \(thesis\.txt\): set DATA_DIR/,
  )
  assert.equal(readFileSync(join(place, 'thesis.txt'), 'utf8'), 'years of work')
})
