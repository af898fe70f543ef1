import * as z from 'zod/mini'
import { settingsOf } from '../storage.ts'
import type { Call } from '../storage.ts'
import { upperBound, successorOf, timedSql, walkSql } from './list-sql.ts'
import type { Entry, Moment, Order } from './list-sql.ts'

const order = z.pipe(
  z.transform((text) => (typeof text === 'string' ? text.toLowerCase() : text)),
  z.enum(['asc', 'desc']),
)

export const listInput = z.object({
  prefix: z._default(z.string().check(z.maxLength(1024)), ''),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 100),
  offset: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
  search: z._default(z.nullable(z.string().check(z.maxLength(1024))), null),
  sortBy: z._default(
    z.nullable(
      z.object({
        column: z._default(z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']), 'name'),
        order: z._default(order, 'asc'),
      }),
    ),
    null,
  ),
  exactMatch: z.optional(z.boolean()),
})

/** A row as the client receives it. A folder has only a name. */
export interface FolderRow {
  name: string
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  metadata: Record<string, unknown> | null
}

/** Lists the files and folders directly in a folder that the caller may see. */
export async function listFolder(
  call: Call,
  bucket: string,
  { prefix, limit, offset, search, sortBy, exactMatch }: z.infer<typeof listInput>,
): Promise<FolderRow[]> {
  const folder = exactMatch ? prefix : folderOf(prefix)
  const { column, order: direction } = sortBy ?? { column: 'name', order: 'asc' }
  const { rows } = await call.storage.kernel.database.once<Entry>(call.claims, {
    ...settingsOf(call, 'storage.object.list'),
    readOnly: true,
    text: `${sqlOf(column, direction)} offset $7`,
    values: [
      call.pool,
      bucket,
      folder,
      exactMatch ? successorOf(prefix) : upperBound(folder),
      limit,
      search ?? '',
      offset,
    ],
  })
  return rows.map((entry) =>
    rowOf(entry, exactMatch ? entry.key : entry.key.slice(folder.length).replace(/\/$/, '')),
  )
}

const sqlOf = (column: 'name' | Moment, direction: Order) =>
  column === 'name' ? walkSql(direction, { search: true }) : timedSql(column, direction, { search: true })

const folderOf = (prefix: string) => {
  const path = prefix.replace(/^\/+/, '')
  return path === '' || path.endsWith('/') ? path : `${path}/`
}

const FOLDER_COLUMNS = {
  id: null,
  updated_at: null,
  created_at: null,
  last_accessed_at: null,
  metadata: null,
}

function rowOf(entry: Entry, name: string): FolderRow {
  if (entry.folder) return { name, ...FOLDER_COLUMNS }
  const { id, updated_at, created_at, last_accessed_at, metadata } = entry
  return { name, id, updated_at, created_at, last_accessed_at, metadata }
}
