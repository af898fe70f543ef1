import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDirOf } from '#kernel/config.ts'
import { ConfigError } from '#kernel/config.ts'

/** Secrets of a development instance, generated at its first start; production reads them from the environment. */
export interface KeptSecrets {
  jwtSecret: string
  secretKeys: string
  databasePassword: string
  /** Signing secrets of webhook endpoints registered with the sandbox, by URL. */
  webhooks: Record<string, string>
}

export interface DataDir {
  path: string
  secrets: KeptSecrets
  /** Writes the secrets atomically. */
  save(): void
}

/**
 * Opens DATA_DIR and its `secrets.json` (mode 0600), creating both if they are missing. Production stores no secrets of
 * its own, so nothing is created there.
 * @throws {Error} with the remedy when the file cannot be read
 */
export function openDataDir(env: NodeJS.ProcessEnv): DataDir {
  const path = dataDirOf(env)
  const file = join(path, 'secrets.json')
  if (env.NODE_ENV === 'production') return { path, secrets: complete(readKept(file)), save: () => undefined }
  // Other users may pass through (the database's user needs it), but not list the folder.
  mkdirSync(path, { recursive: true, mode: 0o711 })
  if (!existsSync(file)) makeOnce(file, complete({}))
  const kept = readKept(file)
  const secrets = complete(kept)
  const save = () => {
    writeFileSync(`${file}.new`, text(secrets), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  if (text(secrets) !== text(kept)) save()
  return { path, secrets, save }
}

const text = (secrets: object) => `${JSON.stringify(secrets, null, 2)}\n`

/** Writes the file atomically; of several processes that start together one wins, and all use its file. */
function makeOnce(file: string, secrets: KeptSecrets): void {
  const own = `${file}.${process.pid}`
  writeFileSync(own, text(secrets), { mode: 0o600 })
  try {
    linkSync(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own)
  }
}

function readKept(file: string): Partial<KeptSecrets> {
  if (!existsSync(file)) return {}
  const kept = readFileSync(file, 'utf8')
  try {
    return JSON.parse(kept) as Partial<KeptSecrets>
  } catch {
    throw new ConfigError(
      `${file} is not valid JSON. It contains the keys of this instance's data: restore it, or delete the whole folder to start over.`,
    )
  }
}

function complete(kept: Partial<KeptSecrets>): KeptSecrets {
  return {
    jwtSecret: kept.jwtSecret ?? randomBytes(32).toString('hex'),
    secretKeys: kept.secretKeys ?? `k1:${randomBytes(32).toString('base64')}`,
    databasePassword: kept.databasePassword ?? randomBytes(24).toString('base64url'),
    webhooks: kept.webhooks ?? {},
  }
}
