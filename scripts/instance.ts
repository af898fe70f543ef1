import { environment, loadConfig } from '#kernel/config.ts'
import type { Config } from '#kernel/config.ts'
import { openKernel } from '#kernel/kernel.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { openDataDir } from '#server/start/data-dir.ts'
import { appLogin, startDatabase } from '#server/start/database.ts'

/**
 * Runs a command on the instance of DATA_DIR or DATABASE_URL, with or without its server. If the embedded
 * database is down, it runs only during the command.
 * @throws {ConfigError} before any change, if the database belongs to other SECRET_KEYS
 */
export function onInstance(work: (kernel: Kernel) => Promise<void>): Promise<void> {
  return onOwnedDatabase(async (config, ownerUrl) => {
    const kernel = openKernel(config, await appLogin(ownerUrl, config))
    try {
      await work(kernel)
    } finally {
      await kernel.close()
    }
  })
}

/** The same for commands that run as the owner of the database. */
export async function onOwnedDatabase(
  work: (config: Config, ownerUrl: string) => Promise<void>,
): Promise<void> {
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
    await work(config, database.ownerUrl)
  } finally {
    await database.stop()
  }
}
