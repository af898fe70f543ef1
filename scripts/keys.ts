// npm run keys: prints the URL and keys that an official client needs for the instance in DATA_DIR, as JSON.
import { ConfigError, environment, loadConfig } from '#kernel/config.ts'
import { openKeyCheck } from '#kernel/db/key-check.ts'
import { asDatabaseOwner } from '#kernel/db/owner-connection.ts'
import { createTokens } from '#kernel/tokens.ts'
import { openDataDir } from '#server/start/data-dir.ts'
import { embeddedDatabaseUrl } from '#server/start/database.ts'

const env = environment()
const { secrets } = openDataDir(env)
const config = loadConfig(env, secrets)
const tokens = createTokens({ jwtSecret: config.jwtSecret, issuer: `${config.publicUrl}/auth/v1` })

const keys = {
  url: config.publicUrl,
  anonKey: await tokens.apiKey('anon'),
  serviceRoleKey: await tokens.apiKey('service_role'),
  jwtSecret: config.jwtSecret,
  databaseUrl: config.databaseUrl ?? embeddedDatabaseUrl(config.dataDir, secrets.databasePassword) ?? null,
}
if (keys.databaseUrl) await refuseOtherKeys(keys.databaseUrl)
else
  process.stderr.write(
    `Nothing runs on ${config.dataDir}: these are the keys of an instance that is started there. Of one that runs elsewhere, give this command its PORT and DATA_DIR.\n`,
  )
process.stdout.write(`${JSON.stringify(keys, null, 2)}\n`)

/**
 * Exits if the database belongs to another instance, whose servers would refuse these keys. Skipped if it is
 * down.
 */
async function refuseOtherKeys(ownerUrl: string): Promise<void> {
  try {
    await asDatabaseOwner(ownerUrl, (client) => openKeyCheck(client, config.secretKeys))
  } catch (error) {
    if (!(error instanceof ConfigError)) return
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
