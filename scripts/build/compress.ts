import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressOnce } from '#server/static/compress.ts'
import { COMPRESSIBLE, ENCODINGS, MIN_COMPRESSIBLE_BYTES } from '#server/static/encodings.ts'
import type { Encoding } from '#server/static/encodings.ts'

/**
 * Writes compressed versions beside each file that browsers load, if they are smaller.
 * @param minBytes minimum size of a file to compress
 */
export function compressFolder(folder: string, minBytes = MIN_COMPRESSIBLE_BYTES): void {
  for (const file of globSync('**/*', { cwd: folder })) {
    if (!COMPRESSIBLE.test(file)) continue
    const path = join(folder, file)
    const content = readFileSync(path)
    if (content.length < minBytes) continue
    for (const [encoding, smaller] of Object.entries(compressOnce(content)) as [Encoding, Buffer][])
      if (smaller.length < content.length) writeFileSync(path + ENCODINGS[encoding], smaller)
  }
}
