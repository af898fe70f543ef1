import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { AppContext } from '#kernel/http/context.ts'
import { compressOnce } from './compress.ts'
import { COMPRESSIBLE, ENCODINGS, MIN_COMPRESSIBLE_BYTES, chosenEncoding } from './encodings.ts'
import type { Encoding } from './encodings.ts'

/** One file in memory, in every encoding in which it is served. */
export interface StaticFile {
  type: string
  /** Hash of the uncompressed bytes. */
  hash: string
  plain: Buffer<ArrayBuffer>
  encoded: Partial<Record<Encoding, Buffer<ArrayBuffer>>>
}

const ENCODED = new RegExp(`(${Object.values(ENCODINGS).join('|').replaceAll('.', '\\.')})$`)

/**
 * Reads a folder of built files, a few megabytes, with the build's compressed copies. Only these files can be served,
 * whatever path a request names.
 * @returns files by path under the folder, with slashes; empty if there is no such folder
 */
export function readFolder(folder: string): ReadonlyMap<string, StaticFile> {
  if (!existsSync(folder)) return new Map()
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !ENCODED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readStatic(path)]))
}

function readStatic(path: string): StaticFile {
  const plain = readFileSync(path)
  const encoded: StaticFile['encoded'] = {}
  for (const [encoding, ending] of Object.entries(ENCODINGS) as [Encoding, string][])
    if (existsSync(path + ending)) encoded[encoding] = readFileSync(path + ending)
  return { type: typeOf(path), hash: hashOf(plain), plain, encoded }
}

/**
 * A file that the build did not compress: released loaders, and the Studio's page with its settings. It is compressed
 * when it is first sent, because all of them together delay a start by 0.15 s.
 */
export function compressedFile(name: string, plain: Buffer<ArrayBuffer>): StaticFile {
  const worthIt = COMPRESSIBLE.test(name) && plain.length >= MIN_COMPRESSIBLE_BYTES
  let encoded: StaticFile['encoded'] | undefined
  return {
    type: typeOf(name),
    hash: hashOf(plain),
    plain,
    get encoded() {
      return (encoded ??= worthIt ? (compressOnce(plain) as StaticFile['encoded']) : {})
    },
  }
}

/** Markdown (RFC 7763) is not in Hono's table. */
const typeOf = (path: string): string =>
  path.endsWith('.md') ? 'text/markdown; charset=utf-8' : (getMimeType(path) ?? 'application/octet-stream')

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('base64url').slice(0, 22)

/**
 * Responds with a file in the best encoding that the client accepts, or with 304 if the client has it. Each encoding has
 * its own ETag, so that caches keep them apart.
 */
export function sendFile(c: AppContext, file: StaticFile): Response {
  const encoding = chosenEncoding(c.req.header('accept-encoding'))
  const body = (encoding && file.encoded[encoding]) ?? file.plain
  const etag = `"${file.hash}${body === file.plain ? '' : `-${encoding}`}"`
  c.header('etag', etag)
  if (Object.keys(file.encoded).length) c.header('vary', 'accept-encoding')
  if (knows(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  c.header('content-type', file.type)
  if (body !== file.plain) c.header('content-encoding', encoding)
  return c.body(body)
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2), because a proxy may have weakened a tag. */
function knows(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || header.trim() === '*'
}
