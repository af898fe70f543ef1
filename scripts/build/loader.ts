import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { loaderConfig } from '#embed/vite.loader.config.ts'

/**
 * Builds both parts of the script tag into a folder: the second one first, because the first contains its
 * hash.
 */
export async function buildLoader(outDir: string): Promise<void> {
  let moreHash = ''
  for (const part of ['bb-more', 'bb'] as const) {
    const config = loaderConfig(part, moreHash)
    await build({ ...config, logLevel: 'warn', build: { ...config.build, outDir } })
    moreHash = integrityOf(join(outDir, `${part}.js`), 'sha256')
  }
}

/** A file's hash in the format of `integrity` attributes. */
export function integrityOf(file: string, algorithm: 'sha256' | 'sha384'): string {
  return `${algorithm}-${createHash(algorithm).update(readFileSync(file)).digest('base64')}`
}
