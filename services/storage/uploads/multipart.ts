import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyHeaders } from '@fastify/busboy'
import { piecesOf } from './body.ts'
import { uploadErrors } from './errors.ts'

/** Bytes of one field; metadata is the largest. */
const FIELD_BYTES = 1_000_000
/** What a multipart body has besides its file, at most: fields, boundaries, headers. */
export const AROUND_FILE = 1_200_000

export interface FilePart {
  body: Readable
  /** Without parameters, as multipart readers give it. */
  contentType: string
}

/**
 * Reads a multipart body: the first file goes to `take` while it arrives, with the fields that came before it; all
 * fields are returned when everything has come. The official clients send the file under the empty name.
 * @throws {AppError} bad_multipart, no_file, or what `take` threw
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
  const begin = (stream: BusboyFileStream, contentType: string) => {
    part = stream
    taken = take({ body: stream, contentType }, fields)
    taken.catch(fail)
  }
  parser.on(
    'file',
    (_name: string, stream: BusboyFileStream, _file: string, _encoding: string, type: string) => {
      // Its error tells `take`; without a listener it would also end the process.
      stream.on('error', () => undefined)
      if (taken) stream.resume()
      else begin(stream, type)
    },
  )
  try {
    await pipeline(piecesOf(request.body), parser, { signal: stop.signal })
  } catch (error) {
    part?.destroy(error as Error)
    // The refusal of whoever takes the file says more than the stream that it closed.
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
      // A second file is read past, not kept.
      limits: { fields: 20, parts: 30, fieldSize: FIELD_BYTES, fieldNameSize: 200, headerPairs: 50 },
      isPartAFile: (name, _type, fileName) => name === '' || fileName !== undefined,
    })
  } catch (cause) {
    throw uploadErrors.bad_multipart({ cause })
  }
}

const isRefusal = (error: unknown) => typeof (error as { status?: unknown } | undefined)?.status === 'number'
