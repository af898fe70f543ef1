import { environment, loadConfig } from '#kernel/config.ts'
import { ensureAppLogin } from '#kernel/db/app-login.ts'
import { openKernel } from '#kernel/kernel.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { openDataDir } from '#server/start/data-dir.ts'
import { startDatabase } from '#server/start/database.ts'

/**
 * Runs a command on the instance of DATA_DIR or DATABASE_URL, beside its server or without one: an embedded database
 * that is down is started for as long as the command takes.
 */
export async function onInstance(work: (kernel: Kernel) => Promise<void>): Promise<void> {
  const env = environment()
  const { secrets } = openDataDir(env)
  const config = loadConfig(env, secrets)
  const database = await startDatabase(
    config.databaseUrl,
    config.dataDir,
    secrets.databasePassword,
    new AbortController().signal,
  )
  try {
    const keys = config.secretKeys.map(({ key }) => key)
    const kernel = openKernel(
      config,
      config.databaseAppUrl ?? (await ensureAppLogin(database.ownerUrl, keys)),
    )
    try {
      await work(kernel)
    } finally {
      await kernel.close()
    }
  } finally {
    await database.stop()
  }
}
