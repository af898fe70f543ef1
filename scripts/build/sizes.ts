import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Bytes as transferred, with the best gzip compression. */
function gzipSize(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length
}

/** One line for each script and style sheet of a part, largest first. */
export function sizeLines(dist: string, part: string): string[] {
  return globSync(`${part}/**/*.{js,css}`, { cwd: dist })
    .map((file) => ({ file, size: gzipSize(join(dist, file)) }))
    .sort((a, b) => b.size - a.size)
    .map(({ file, size }) => `  ${(size / 1024).toFixed(2).padStart(7)} KB gzip  ${file}`)
}
