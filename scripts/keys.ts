// npm run keys: prints what an official client needs of the instance in DATA_DIR, as JSON.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, loadConfig } from '#kernel/config.ts'
import { createTokens } from '#kernel/tokens.ts'
import { openDataDir } from '#server/start/data-dir.ts'

const env = environment()
const { secrets } = openDataDir(env)
const config = loadConfig(env, secrets)
const tokens = createTokens({ jwtSecret: config.jwtSecret, issuer: `${config.publicUrl}/auth/v1` })

/** The embedded server's port changes with each start; its own file says which it is. */
function embeddedUrl(): string | undefined {
  try {
    const port = readFileSync(join(config.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
    return `postgres://bolt_blocks:${encodeURIComponent(secrets.databasePassword)}@127.0.0.1:${port}/bolt_blocks`
  } catch {
    return undefined
  }
}

const keys = {
  url: config.publicUrl,
  anonKey: await tokens.apiKey('anon'),
  serviceRoleKey: await tokens.apiKey('service_role'),
  jwtSecret: config.jwtSecret,
  databaseUrl: config.databaseUrl ?? embeddedUrl() ?? null,
}
process.stdout.write(`${JSON.stringify(keys, null, 2)}\n`)
