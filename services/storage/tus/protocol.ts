import { randomUUID } from 'node:crypto'
import { ERRORS, MemoryLocker, Server } from '@tus/server'
import { uuid } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { toStorageError } from '../error-bodies.ts'
import { storageErrors } from '../errors.ts'
import type { Call } from '../storage.ts'
import { beginUpload, writeDown } from './begin.ts'
import type { Beginning } from './begin.ts'
import { finishUpload } from './finish.ts'
import { PartStore } from './store.ts'
import { readUpload } from './upload-row.ts'
import type { ResumableUpload, Uploader } from './upload-row.ts'

/** Within this process; between processes the unique place of each part decides. */
const locker = new MemoryLocker()

/** On whose behalf a request comes, and what it may begin. */
export interface Resumer {
  /** Absolute path of the collection. */
  path: string
  uploader: Uploader
  /** Owner of the row. */
  owner: string | null
  /** Whether an object that is there may be replaced; asked when an upload begins. */
  mayReplace(metadata: Record<string, string | null>): Promise<boolean>
  /** Whether the caller may go on with this upload; throws to refuse. */
  check(upload: ResumableUpload): Promise<void>
}

/**
 * One request of the tus protocol (1.0.0: creation, creation with upload, termination, expiration), spoken by
 * @tus/server. Refusals are thrown, in the service's shape.
 * @throws {AppError}
 */
export async function speakTus(call: Call, resumer: Resumer): Promise<Response> {
  let refusal: unknown
  let begun: Beginning | undefined

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
    datastore: new PartStore(call, find, () => writeDown(call, begun!)),
    async onUploadCreate(_request, { id, size, metadata = {} }) {
      const upsert = await resumer.mayReplace(metadata)
      begun = await beginUpload(call, resumer.uploader, { id, size: size!, metadata, upsert })
      return {}
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      const upload = await find(id)
      // Whoever asks how far it got and hears "to the end" goes: so it has to be there.
      if (request.method === 'HEAD' && upload.offset === upload.size)
        await finishUpload(call, upload, resumer.owner)
    },
    async onUploadFinish(_request, { id }) {
      await finishUpload(call, await find(id), resumer.owner)
      return {}
    },
    onResponseError(_request, error) {
      refusal = error
      return undefined
    },
  })
  const answer = await server.handleWeb(call.c.req.raw)
  if (answer.status < 400) return answer
  throw refusalOf(refusal ?? { status_code: answer.status, body: await answer.text() })
}

const CODES: Partial<Record<number, string>> = {
  404: 'NoSuchUpload',
  409: 'InvalidUploadOffset',
  410: 'NoSuchUpload',
  413: 'EntityTooLarge',
}

/** The library's refusals are a status and a text; ours, and faults, are what they are. */
function refusalOf(error: unknown): AppError {
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
  // A lock that another request holds is no fault of ours: the client tries again.
  if (status >= 500) return storageErrors.object_locked({ headers })
  return new AppError(CODES[status] ?? 'InvalidRequest', status, text, { headers })
}
