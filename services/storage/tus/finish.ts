import { fileKey } from '../backends/keys.ts'
import { toStorageError } from '../error-bodies.ts'
import { storageErrors } from '../errors.ts'
import { checkUpload } from '../objects/check-upload.ts'
import { metadataOf, writeRow } from '../objects/write-row.ts'
import type { Call } from '../storage.ts'
import { withLease } from '../uploads/file-records.ts'
import { dropFile } from '../uploads/store-file.ts'
import { readParts } from './parts.ts'
import { uploadProperties } from './upload-properties.ts'
import { deleteUpload, hasRow, markFinished } from './upload-row.ts'
import type { ResumableUpload } from './upload-row.ts'

/** Uploads that this process is completing. Concurrent requests for the same upload share one result. */
const inProgress = new Map<string, Promise<void>>()

/**
 * Turns an upload into its object after the last byte arrived: checks the caller's permission again, joins
 * the parts into one file and writes its row. If the process dies in between, the next request repeats this.
 * @param owner of the row
 * @throws {AppError}
 */
export function finishUpload(call: Call, upload: ResumableUpload, owner: string | null): Promise<void> {
  const known = inProgress.get(upload.id)
  if (known) return known
  const work = finish(call, upload, owner).finally(() => inProgress.delete(upload.id))
  inProgress.set(upload.id, work)
  return work
}

async function finish(call: Call, upload: ResumableUpload, owner: string | null): Promise<void> {
  if (upload.finished || (await isDone(call, upload))) return
  try {
    if (!upload.signed) await checkPermissionAgain(call, upload)
    await assembleFile(call, upload, owner)
  } catch (error) {
    // Another process may have completed it. A client error ends the upload; after our own error it can be
    // retried.
    if (await isDone(call, upload)) return
    if (toStorageError(error).status < 500) await endUpload(call, upload)
    throw error
  }
  await markFinished(call.storage.kernel.database, upload.pool, upload.id)
}

/** Policies, plans and sessions can change during the hours that an upload takes. */
async function checkPermissionAgain(
  call: Call,
  { bucket, name, upsert, size, metadata }: ResumableUpload,
): Promise<void> {
  const { contentType, userMetadata } = uploadProperties(metadata)
  await checkUpload(
    call,
    { bucket, name },
    {
      upsert,
      operation: 'storage.tus.upload.complete',
      metadata: { mimetype: contentType, contentLength: size },
      userMetadata,
    },
  )
}

async function assembleFile(call: Call, upload: ResumableUpload, owner: string | null): Promise<void> {
  const { kernel, files } = call.storage
  const { pool, object, version, size, bucket, name, upsert } = upload
  const file = { pool, object, version }
  const properties = uploadProperties(upload.metadata)
  const stored = await withLease(kernel.database, kernel.config, file, () =>
    files.put(fileKey(file), readParts(kernel, upload), {
      maxBytes: size,
      contentType: properties.contentType,
    }),
  )
  if (stored.size !== size) throw storageErrors.cut_off()
  await writeRow(call.storage, file, {
    address: { bucket, name },
    owner,
    upsert,
    metadata: metadataOf(stored, properties),
    userMetadata: properties.userMetadata ?? null,
  })
}

async function isDone({ storage }: Call, upload: ResumableUpload): Promise<boolean> {
  const { database } = storage.kernel
  if (!(await hasRow(database, upload))) return false
  await markFinished(database, upload.pool, upload.id)
  return true
}

/** Deletes an upload and everything that it stored. */
export async function endUpload(
  { storage }: Call,
  { pool, id, object, version }: ResumableUpload,
): Promise<void> {
  await deleteUpload(storage.kernel.database, pool, id)
  await dropFile(storage.kernel, { pool, object, version })
}
