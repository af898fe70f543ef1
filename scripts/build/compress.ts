import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressOnce } from '#server/static/compress.ts'
import { COMPRESSIBLE, ENCODINGS, WORTH_IT } from '#server/static/encodings.ts'
import type { Encoding } from '#server/static/encodings.ts'

/**
 * Writes the compressed forms of what browsers load beside each file, where that saves anything.
 * @param least bytes from which a file is worth it
 */
export function compressFolder(folder: string, least = WORTH_IT): void {
  for (const file of globSync('**/*', { cwd: folder })) {
    if (!COMPRESSIBLE.test(file)) continue
    const path = join(folder, file)
    const content = readFileSync(path)
    if (content.length < least) continue
    for (const [encoding, smaller] of Object.entries(compressOnce(content)) as [Encoding, Buffer][])
      if (smaller.length < content.length) writeFileSync(path + ENCODINGS[encoding], smaller)
  }
}
