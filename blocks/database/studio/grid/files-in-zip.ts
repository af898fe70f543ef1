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
      const plain = `files/${at + 1} ${safeName(file.name)}`
      const path = taken.has(plain.toLowerCase()) ? `files/${at + 1} ${name} ${safeName(file.name)}` : plain
      taken.add(path.toLowerCase())
      files.push({ id: file.id, path })
      next[name] = { ...file, name: path }
    }
    return next
  })
  return { rows: named, files }
}

const safeName = (name: string): string =>
  // oxlint-disable-next-line no-control-regex -- what is replaced
  name.replace(/[\u0000-\u001f\u007f\\/:*?"<>|]/g, '_').replace(/^\.+$|^$/, '_')
