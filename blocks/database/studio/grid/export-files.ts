import { downloadZip } from 'client-zip'
import type { OfTable } from '#features/tables/endpoints.ts'
import { linkOfFile } from './file-links.ts'
import type { FileInZip } from './files-in-zip.ts'

const AHEAD = 200

/**
 * A ZIP archive of a table and its files, which are read one after the other.
 * @param onFile called with the number of files so far
 * @throws {Error} if a file cannot be read; one that was deleted meanwhile is left out
 */
export function zipOf(
  of: OfTable,
  csv: { name: string; text: string },
  files: readonly FileInZip[],
  onFile: (count: number) => void,
): Promise<Blob> {
  async function* entries() {
    yield { name: csv.name, input: csv.text, lastModified: new Date() }
    for (const [at, { id, path }] of files.entries()) {
      // The next links in one request; a failure is reported below.
      if (at % AHEAD === 0)
        for (const next of files.slice(at, at + AHEAD)) linkOfFile(of, next.id).catch(() => undefined)
      const link = await linkOfFile(of, id)
      const response = link && (await fetch(link.url))
      if (response && !response.ok && response.status !== 404) throw new Error(`${path} could not be read`)
      if (response?.ok) yield { name: path, input: response, lastModified: new Date() }
      onFile(at + 1)
    }
  }
  return downloadZip(entries()).blob()
}
