import { randomUUID } from 'node:crypto'
import { ERRORS, MemoryLocker, Server } from '@tus/server'
import { uuid } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { toStorageError } from '../error-bodies.ts'
import { storageErrors } from '../errors.ts'
import type { Call } from '../storage.ts'
import { prepareUpload, recordUpload } from './start-upload.ts'
import type { NewUpload } from './start-upload.ts'
import { finishUpload } from './finish.ts'
import { PartStore } from './store.ts'
import { readUpload } from './upload-row.ts'
import type { ResumableUpload, Uploader } from './upload-row.ts'

/** Locks within this process. Between processes, the unique start of each part prevents conflicts. */
const locker = new MemoryLocker()

/** The caller of a tus request and their permissions. */
export interface TusCaller {
  /** Absolute path of the collection. */
  path: string
  uploader: Uploader
  /** Owner of the row. */
  owner: string | null
  /** Whether an existing object may be replaced; called when an upload starts. */
  mayReplace(metadata: Record<string, string | null>): Promise<boolean>
  /** Checks whether the caller may continue this upload; throws if not. */
  check(upload: ResumableUpload): Promise<void>
}

/**
 * Handles one request of the tus protocol (1.0.0: creation, creation with upload, termination, expiration)
 * with
 * @tus/server. Errors are thrown in the service's format.
 * @throws {AppError}
 */
export async function handleTusRequest(call: Call, resumer: TusCaller): Promise<Response> {
  let thrown: unknown
  let started: NewUpload | undefined

  async function find(id: string): Promise<ResumableUpload> {
    const { database } = call.storage.kernel
    const upload = uuid.safeParse(id).success
      ? await readUpload(database, call.pool, id, resumer.uploader)
      : undefined
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    await resumer.check(upload)
    return upload
  }

  const server = new Server({
    path: resumer.path,
    relativeLocation: true,
    locker,
    maxSize: call.storage.kernel.config.storage.fileBytes,
    namingFunction: () => randomUUID(),
    datastore: new PartStore(call, find, () => recordUpload(call, started!)),
    async onUploadCreate(_request, { id, size, metadata = {} }) {
      const upsert = await resumer.mayReplace(metadata)
      started = await prepareUpload(call, resumer.uploader, { id, size: size!, metadata, upsert })
      return {}
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      const upload = await find(id)
      // A client that learns that all bytes were received considers the upload done, so the object must exist
      // by then.
      if (request.method === 'HEAD' && upload.offset === upload.size)
        await finishUpload(call, upload, resumer.owner)
    },
    async onUploadFinish(_request, { id }) {
      await finishUpload(call, await find(id), resumer.owner)
      return {}
    },
    onResponseError(_request, error) {
      thrown = error
      return undefined
    },
  })
  const response = await server.handleWeb(call.c.req.raw)
  if (response.status < 400) return response
  throw asProtocolError(thrown ?? { status_code: response.status, body: await response.text() })
}

const CODES: Partial<Record<number, string>> = {
  404: 'NoSuchUpload',
  409: 'InvalidUploadOffset',
  410: 'NoSuchUpload',
  413: 'EntityTooLarge',
}

/** Errors of the library consist of a status and a text. Our own errors and unexpected ones are kept. */
function asProtocolError(error: unknown): AppError {
  const { status_code: status, body } = error as { status_code?: number; body?: string }
  const headers = { 'tus-resumable': '1.0.0' }
  if (status === undefined || error instanceof AppError) {
    const own = toStorageError(error)
    return new AppError(own.code, own.status, own.message, {
      cause: own.cause,
      headers: { ...headers, ...own.headers },
    })
  }
  if (status === 413) return storageErrors.too_large({ headers })
  const text = (body ?? '').trim()
  if (status === 501) return storageErrors.invalid_request({ text, headers })
  // The library reports a lock held by another request as 5xx, but it is not our fault: the client should
  // retry.
  if (status >= 500) return storageErrors.object_locked({ headers })
  return new AppError(CODES[status] ?? 'InvalidRequest', status, text, { headers })
}
