import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyHeaders } from '@fastify/busboy'
import { chunksOf } from './body.ts'
import { uploadErrors } from './errors.ts'

/** Maximum bytes of one field; metadata is the largest. */
const FIELD_BYTES = 1_000_000
/** Maximum bytes of a multipart body besides its file: fields, boundaries, headers. */
export const MULTIPART_OVERHEAD_BYTES = 1_200_000

export interface FilePart {
  body: Readable
  /** Without parameters, as the multipart parser returns it. */
  contentType: string
}

/**
 * Reads a multipart body. Passes the first file to `take` while it arrives, with the fields that came before
 * it. Returns all fields when the body has ended. The official clients send the file under the empty name.
 * @throws {AppError} bad_multipart, no_file, or the error of `take`
 */
export async function readMultipart<T>(
  request: Request,
  take: (file: FilePart, before: ReadonlyMap<string, string>) => Promise<T>,
): Promise<{ file: T; fields: ReadonlyMap<string, string> }> {
  if (!request.body) throw uploadErrors.bad_multipart()
  const fields = new Map<string, string>()
  const parser = open(request.headers)
  let part: Readable | undefined
  let taken: Promise<T> | undefined
  const stop = new AbortController()
  const fail = (error: Error) => stop.abort(error)
  parser.on('field', (name: string, value: string, _nameCut: boolean, valueCut: boolean) => {
    if (valueCut) fail(uploadErrors.bad_multipart())
    else fields.set(name, value)
  })
  const startFile = (stream: BusboyFileStream, contentType: string) => {
    part = stream
    taken = take({ body: stream, contentType }, fields)
    taken.catch(fail)
  }
  parser.on(
    'file',
    (_name: string, stream: BusboyFileStream, _file: string, _encoding: string, type: string) => {
      // `take` handles the stream's error; without a listener here, it would also end the process.
      stream.on('error', () => undefined)
      if (taken) stream.resume()
      else startFile(stream, type)
    },
  )
  try {
    await pipeline(chunksOf(request.body), parser, { signal: stop.signal })
  } catch (error) {
    part?.destroy(error as Error)
    // If `take` failed, its error is more specific than the error of the stream that it closed.
    await taken
    const { reason } = stop.signal as { reason: unknown }
    throw isRefusal(reason) ? reason : uploadErrors.bad_multipart({ cause: error })
  }
  if (!taken) throw uploadErrors.no_file()
  return { file: await taken, fields }
}

function open(headers: Headers): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: Object.fromEntries(headers) as unknown as BusboyHeaders,
      // A second file is skipped, not stored.
      limits: { fields: 20, parts: 30, fieldSize: FIELD_BYTES, fieldNameSize: 200, headerPairs: 50 },
      isPartAFile: (name, _type, fileName) => name === '' || fileName !== undefined,
    })
  } catch (cause) {
    throw uploadErrors.bad_multipart({ cause })
  }
}

const isRefusal = (error: unknown) => typeof (error as { status?: unknown } | undefined)?.status === 'number'
