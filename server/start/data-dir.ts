import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Secrets of a development instance, made at its first start; production takes them from the environment. */
export interface KeptSecrets {
  jwtSecret: string
  secretKeys: string
  databasePassword: string
  /** Signing secrets of webhook endpoints registered with the sandbox, by address. */
  webhooks: Record<string, string>
}

export interface DataDir {
  path: string
  secrets: KeptSecrets
  /** Writes the secrets whole or not at all. */
  save(): void
}

/** Opens DATA_DIR and its `secrets.json` (mode 0600), making both when they are missing. */
export function openDataDir(env: NodeJS.ProcessEnv): DataDir {
  const path = resolve(env.DATA_DIR || '.data')
  // Others may pass through (the database's user needs it) but not list.
  mkdirSync(path, { recursive: true, mode: 0o711 })
  const file = join(path, 'secrets.json')
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<KeptSecrets>) : {}
  const secrets: KeptSecrets = {
    jwtSecret: kept.jwtSecret ?? randomBytes(32).toString('hex'),
    secretKeys: kept.secretKeys ?? `k1:${randomBytes(32).toString('base64')}`,
    databasePassword: kept.databasePassword ?? randomBytes(24).toString('base64url'),
    webhooks: kept.webhooks ?? {},
  }
  const save = () => {
    writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  save()
  return { path, secrets, save }
}
