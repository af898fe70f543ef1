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

const known = new Map<string, { link: Promise<FileLink | undefined>; at: number }>()
const waiting = new Map<string, { of: OfTable; resolve: Map<string, (link: FileLink | undefined) => void> }>()

/** The addresses of a file; undefined if it is gone. Files that are asked for together share one request. */
export function linkOfFile(of: OfTable, id: string): Promise<FileLink | undefined> {
  const found = known.get(id)
  if (found && Date.now() - found.at < USABLE_MS) return found.link
  const link = new Promise<FileLink | undefined>((resolve) => {
    let batch = waiting.get(of.tableId)
    if (!batch || batch.resolve.size >= MOST) {
      batch = { of, resolve: new Map() }
      waiting.set(of.tableId, batch)
      const own = batch
      setTimeout(() => void load(own), COLLECT_MS)
    }
    batch.resolve.set(id, resolve)
  })
  known.set(id, { link, at: Date.now() })
  return link
}

async function load(batch: { of: OfTable; resolve: Map<string, (link: FileLink | undefined) => void> }) {
  if (waiting.get(batch.of.tableId) === batch) waiting.delete(batch.of.tableId)
  const files = [...batch.resolve.keys()]
  const links = await call(linkFiles, { ...batch.of, files }).then(
    (answer) => answer.links,
    (): Record<string, FileLink> => {
      // The next cell that shows one asks again.
      for (const id of files) known.delete(id)
      return {}
    },
  )
  for (const [id, resolve] of batch.resolve) resolve(links[id])
}

/** The addresses of a file of the table around; undefined while they are loaded. */
export function useFileLink(id: string | undefined): FileLink | undefined {
  const of = useContext(FilesOf)
  const [found, setFound] = useState<{ id: string; link: FileLink | undefined }>()
  useEffect(() => {
    let isCurrent = true
    if (of && id) void linkOfFile(of, id).then((link) => isCurrent && setFound({ id, link }))
    return () => {
      isCurrent = false
    }
  }, [of, id])
  return found?.id === id ? found?.link : undefined
}
