import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { LOADER_PARTS, loaderConfig } from '#embed/vite.loader.config.ts'

/**
 * Builds the parts of the script tag into a folder, each after the one that it loads, because it contains its
 * hash.
 */
export async function buildLoader(outDir: string): Promise<void> {
  let hash = ''
  for (const part of LOADER_PARTS) {
    const config = loaderConfig(part, hash)
    await build({ ...config, logLevel: 'warn', build: { ...config.build, outDir } })
    hash = integrityOf(join(outDir, `${part}.js`), 'sha256')
  }
}

/** A file's hash in the format of `integrity` attributes. */
export function integrityOf(file: string, algorithm: 'sha256' | 'sha384'): string {
  return `${algorithm}-${createHash(algorithm).update(readFileSync(file)).digest('base64')}`
}
