import { join } from 'node:path'
import type { Config } from '#kernel/config.ts'
import { ensureAppLogin } from '#kernel/db/app-login.ts'
import { ensureDatabase, startCluster } from '#kernel/db/embedded/cluster.ts'
import { findMigrations, migrate } from '#kernel/db/migrate.ts'
import { installJobs } from '#kernel/jobs/install.ts'

export interface RunningDatabase {
  ownerUrl: string
  stop(): Promise<void>
}

/** DATABASE_URL, or the embedded server on DATA_DIR, started or adopted. */
export async function startDatabase(
  databaseUrl: string | undefined,
  dataDir: string,
  password: string,
): Promise<RunningDatabase> {
  if (databaseUrl) return { ownerUrl: databaseUrl, stop: async () => undefined }
  const cluster = await startCluster({ folder: join(dataDir, 'postgres'), password, durable: true })
  await ensureDatabase(cluster, 'bolt_blocks')
  return { ownerUrl: cluster.ownerUrl('bolt_blocks'), stop: () => cluster.stop() }
}

/** Brings the schema up to date as the owner and returns the address that requests are served through. */
export async function prepareDatabase(ownerUrl: string, config: Config, root: string): Promise<string> {
  await migrate(ownerUrl, findMigrations(root))
  await installJobs(ownerUrl)
  return config.databaseAppUrl ?? ensureAppLogin(ownerUrl, config.secretKeys[0]!.key)
}
