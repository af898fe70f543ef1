import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './test-cluster.ts'

export interface InstanceKeys {
  url: string
  anonKey: string
  serviceRoleKey: string
  databaseUrl: string
}

/** Returns what `npm run keys` prints for a running instance. */
export function printedKeys({ url, dataDir }: { url: string; dataDir: string }): InstanceKeys {
  const printed = execFileSync(process.execPath, [join(ROOT, 'scripts', 'keys.ts')], {
    cwd: dataDir,
    env: { ...process.env, DATA_DIR: dataDir, PORT: new URL(url).port },
  })
  return JSON.parse(printed.toString()) as InstanceKeys
}
