import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressOnce } from '#server/static/compress.ts'
import { COMPRESSIBLE, ENCODINGS, MIN_COMPRESSIBLE_BYTES } from '#server/static/encodings.ts'
import type { Encoding } from '#server/static/encodings.ts'

/**
 * Writes compressed versions beside each file that browsers load, if they are smaller.
 * @param how.minBytes minimum size of a file to compress
 * @param how.quality of brotli, by default the best
 */
export function compressFolder(
  folder: string,
  { minBytes = MIN_COMPRESSIBLE_BYTES, quality }: { minBytes?: number; quality?: number } = {},
): void {
  for (const file of globSync('**/*', { cwd: folder })) {
    if (!COMPRESSIBLE.test(file)) continue
    const path = join(folder, file)
    const content = readFileSync(path)
    if (content.length < minBytes) continue
    for (const [encoding, smaller] of Object.entries(compressOnce(content, quality)) as [Encoding, Buffer][])
      if (smaller.length < content.length) writeFileSync(path + ENCODINGS[encoding], smaller)
  }
}
