import { Readable } from 'node:stream'
import { commonErrors } from '#kernel/errors.ts'
import { isEncoded } from '#kernel/http/body.ts'
import type { Call } from '../route-table.ts'
import { exportUsers } from './export-users.ts'
import { importUsers } from './import-users.ts'
import type { LineResult } from './import-users.ts'
import { splitLines } from './split-lines.ts'

const NDJSON = 'application/x-ndjson'
const TYPES = [NDJSON, 'application/ndjson', 'application/jsonl', 'application/json']

/** Maximum number of lines per call. Split larger files. */
const MOST_LINES = 10_000

/** GET /admin/users/export: streams all users of the pool with password hashes as lines of JSON. */
export function exportAll({ auth, c, pool }: Call): Response {
  c.header('content-type', NDJSON)
  c.header('cache-control', 'no-store')
  return c.body(
    Readable.toWeb(Readable.from(exportUsers(auth, pool), { objectMode: false })) as ReadableStream,
  )
}

/**
 * POST /admin/users/import: accepts lines of JSON from our export, Supabase's table or Auth0. The response
 * has the result of each line; sending the lines again changes nothing.
 * @throws {AppError} 415; 413 after MOST_LINES lines, which are stored by then
 */
export async function importAll({ auth, c, pool }: Call): Promise<Response> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!TYPES.includes(type) || isEncoded(c.req.raw.headers)) throw commonErrors.unsupported_media_type()
  const lines: LineResult[] = []
  const { body } = c.req.raw
  if (body)
    for await (const results of importUsers(auth, pool, upTo(splitLines(body)))) lines.push(...results)
  const counted = (status: LineResult['status']) => lines.filter((line) => line.status === status).length
  return c.json({
    created: counted('created'),
    known: counted('known'),
    refused: counted('refused'),
    lines,
  })
}

async function* upTo(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let count = 0
  for await (const line of lines) {
    count += 1
    if (count > MOST_LINES)
      throw commonErrors.body_too_large({
        text: `One call accepts at most ${MOST_LINES} lines. Send the rest in another call`,
        headers: { connection: 'close' },
      })
    yield line
  }
}
