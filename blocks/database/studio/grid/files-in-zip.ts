import type { Field } from '#kernel/browser/fields/field.ts'
import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import type { StoredFile } from '#kernel/browser/fields/read-value.ts'
import type { GridRow } from './row-source.ts'

export interface FileInZip {
  id: string
  path: string
}

/**
 * Rows whose files are named by their path in the archive, and those files: `files/12 Photo.jpg` is of the twelfth row.
 * Paths are unique, and unpack inside of their folder on every system.
 */
export function withPaths(
  fields: readonly Field[],
  rows: readonly GridRow[],
): { rows: GridRow[]; files: FileInZip[] } {
  const files: FileInZip[] = []
  const taken = new Set<string>()
  const named = rows.map((row, at) => {
    const next = { ...row }
    for (const { kind, name } of fields) {
      const file = row[name] as StoredFile | null
      if (!isFileKind(kind) || !file) continue
      const path = freePath(taken, `files/${at + 1} `, [
        safeName(file.name),
        `${name} ${safeName(file.name)}`,
      ])
      files.push({ id: file.id, path })
      next[name] = { ...file, name: path }
    }
    return next
  })
  return { rows: named, files }
}

/** The first of the names that no path has, else the last one with a number in front. Case does not tell paths apart. */
function freePath(taken: Set<string>, folder: string, names: string[]): string {
  for (let tries = 0; ; tries++) {
    const path = folder + (names[tries] ?? `${tries} ${names.at(-1)!}`)
    if (taken.has(path.toLowerCase())) continue
    taken.add(path.toLowerCase())
    return path
  }
}

const safeName = (name: string): string =>
  // oxlint-disable-next-line no-control-regex -- what is replaced
  name.replace(/[\u0000-\u001f\u007f\\/:*?"<>|]/g, '_').replace(/^\.+$|^$/, '_')
