import { createContext, useContext, useEffect, useState } from 'react'
import { linkFiles } from '#features/tables/endpoints.ts'
import type { OfTable } from '#features/tables/endpoints.ts'
import type { FileLink } from '#kernel/browser/fields/file-upload.ts'
import { call } from '#studio/data/api.ts'

/** The table whose files are shown. */
export const FilesOf = createContext<OfTable | undefined>(undefined)

/** Files in one request, and how long requests are collected: a grid shows many cells at once. */
const MOST = 200
const COLLECT_MS = 30
/** Links last an hour at least. */
const USABLE_MS = 50 * 60_000

interface Batch {
  of: OfTable
  files: Map<string, { resolve: (link: FileLink | undefined) => void; reject: (error: unknown) => void }>
}

const known = new Map<string, { link: Promise<FileLink | undefined>; at: number }>()
const waiting = new Map<string, Batch>()

/**
 * The addresses of a file; undefined if it is gone. Files that are asked for together share one request.
 * @throws {CallError} and the next call tries again
 */
export function linkOfFile(of: OfTable, id: string): Promise<FileLink | undefined> {
  const found = known.get(id)
  if (found && Date.now() - found.at < USABLE_MS) return found.link
  const link = new Promise<FileLink | undefined>((resolve, reject) => {
    let batch = waiting.get(of.tableId)
    if (!batch || batch.files.size >= MOST) {
      const own: Batch = { of, files: new Map() }
      batch = own
      waiting.set(of.tableId, own)
      setTimeout(() => void load(own), COLLECT_MS)
    }
    batch.files.set(id, { resolve, reject })
  })
  known.set(id, { link, at: Date.now() })
  return link
}

async function load(batch: Batch) {
  if (waiting.get(batch.of.tableId) === batch) waiting.delete(batch.of.tableId)
  const files = [...batch.files.keys()]
  try {
    const { links } = await call(linkFiles, { ...batch.of, files })
    for (const [id, { resolve }] of batch.files) resolve(links[id])
  } catch (error) {
    for (const [id, { reject }] of batch.files) {
      known.delete(id)
      reject(error)
    }
  }
}

/** The addresses of a file of the table around; undefined while they are loaded. */
export function useFileLink(id: string | undefined): FileLink | undefined {
  const of = useContext(FilesOf)
  const [found, setFound] = useState<{ id: string; link: FileLink | undefined }>()
  useEffect(() => {
    let isCurrent = true
    const show = (link: FileLink | undefined) => isCurrent && setFound({ id: id!, link })
    if (of && id) linkOfFile(of, id).then(show, () => show(undefined))
    return () => {
      isCurrent = false
    }
  }, [of, id])
  return found?.id === id ? found?.link : undefined
}
