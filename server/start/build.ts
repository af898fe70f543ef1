import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '#kernel/config.ts'

/**
 * Builds the Studio and the embeds if their sources changed, in a separate process, so that its memory is freed. A release has its files.
 * @param signal aborts the build
 * @param parts names of other parts (scripts/build/parts.ts) to build instead
 */
export function buildIfStale(root: string, signal?: AbortSignal, parts: string[] = []): Promise<void> {
  if (existsSync(join(root, 'dist', 'RELEASE'))) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const args = [
      '--disable-warning=ExperimentalWarning',
      join(root, 'scripts', 'build.ts'),
      '--if-stale',
      ...parts,
    ]
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      ...(signal && { signal }),
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new ConfigError('The screens could not be built; see the lines above for the reason.')),
    )
  })
}
