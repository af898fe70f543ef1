import * as z from 'zod/mini'
import { storageErrors } from '../errors.ts'
import { settingsOf } from '../storage.ts'
import type { Call } from '../storage.ts'
import { upperBound, boundOf, flatSql, successorOf, timedSql, walkSql } from './list-sql.ts'
import type { Entry } from './list-sql.ts'

const column = z.enum(['name', 'created_at', 'updated_at'])
const order = z.enum(['asc', 'desc'])

export const listKeysInput = z.object({
  prefix: z._default(z.string().check(z.maxLength(1024)), ''),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1000),
  cursor: z.optional(z.string().check(z.maxLength(4096))),
  with_delimiter: z._default(z.boolean(), false),
  sortBy: z.optional(z.object({ column, order: z._default(order, 'asc') })),
  exactMatch: z.optional(z.boolean()),
})

/**
 * The end of a page, with its order: a cursor continues in the order it started with, whatever the request
 * says.
 */
const place = z.object({
  key: z.string().check(z.maxLength(1100)),
  folder: z.boolean(),
  column,
  order,
  moment: z.nullable(z.string().check(z.regex(/^[\d :.+-]{10,40}$/))),
})
type Place = z.infer<typeof place>

const cursorOf = (at: Place): string => Buffer.from(JSON.stringify(at)).toString('base64url')

/** @throws {AppError} InvalidRequest unless it is one of our cursors */
function readCursor(text: string): Place {
  try {
    return place.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch (cause) {
    throw storageErrors.invalid_request({ text: 'Invalid Parameter cursor', cause })
  }
}

/**
 * Lists objects by their full names, page by page. With a delimiter, deeper names are grouped into folders.
 */
export async function listKeys(call: Call, bucket: string, input: z.infer<typeof listKeysInput>) {
  const { limit, with_delimiter: folders } = input
  const prefix = input.prefix.replace(/^\/+/, '')
  const at = input.cursor === undefined ? undefined : readCursor(input.cursor)
  const end = input.exactMatch ? successorOf(prefix) : upperBound(prefix)
  const sort = at ?? input.sortBy ?? { column: 'name', order: 'asc' }
  const { rows } = await call.storage.kernel.database.once<Entry>(call.claims, {
    ...settingsOf(call, 'storage.object.list_v2'),
    readOnly: true,
    text: sqlOf(sort, folders, at !== undefined),
    values: [call.pool, bucket, prefix, end, limit + 1, ...afterOf(folders, at)],
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasNext = rows.length > limit
  return {
    hasNext,
    folders: page.filter(({ folder }) => folder).map(({ key }) => ({ name: key, key: key.slice(0, -1) })),
    objects: page.filter(({ folder }) => !folder).map(objectOf),
    ...(hasNext && last
      ? {
          nextCursor: cursorOf({
            key: last.key,
            folder: last.folder,
            column: sort.column,
            order: sort.order,
            moment: last.moment,
          }),
        }
      : {}),
  }
}

type Sort = Pick<Place, 'column' | 'order'>

function sqlOf({ column: by, order: direction }: Sort, folders: boolean, after: boolean): string {
  if (by !== 'name') return timedSql(by, direction, { folders, after })
  return folders ? walkSql(direction, { after }) : flatSql(direction, after)
}

function afterOf(folders: boolean, at: Place | undefined): unknown[] {
  if (!at) return []
  if (at.column !== 'name') return [at.moment, at.key]
  return [folders ? boundOf(at, at.order) : at.key]
}

const objectOf = ({ key, id, version, metadata, created_at, updated_at, last_accessed_at }: Entry) => ({
  name: key,
  key,
  id,
  version,
  updated_at,
  created_at,
  last_accessed_at,
  metadata,
})
