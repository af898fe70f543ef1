import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Readable } from 'node:stream'
import type { S3Config } from '#kernel/storage-config.ts'
import type { Backend } from './backend.ts'
import { countBytes } from './count-bytes.ts'
import { checkedKey, checkedPool, isKey } from './keys.ts'

/**
 * Bytes per request; larger files are sent in parts of this size. S3 allows 10,000 parts per file, which is
 * 80 GB.
 */
const PART_BYTES = 8 * 1024 * 1024
const CONCURRENT_PARTS = 2
/** Maximum number of keys in one delete request. */
const BATCH = 1000
/** S3 cannot copy larger files in one request. */
const MAX_COPY_BYTES = 5 * 1024 ** 3

/**
 * Stores files in a bucket of S3, or of a compatible server. S3 shows an object only after its last part is
 * confirmed, so incomplete files never appear. Parts of interrupted uploads are aborted immediately, or by
 * the sweep if the process was killed.
 */
export function s3Backend(config: S3Config, client = openClient(config)): Backend {
  const Bucket = config.bucket
  const at = (key: string) => ({ Bucket, Key: checkedKey(key) })

  const backend: Backend = {
    async put(key, body, options) {
      const counter = countBytes(body, options)
      let fault: unknown
      const source = Readable.from(
        (async function* () {
          try {
            yield* counter.body
          } catch (error) {
            fault = error
            throw error
          }
        })(),
        { objectMode: false },
      )
      const upload = new Upload({
        client,
        params: { ...at(key), Body: source, ContentType: options.contentType },
        partSize: PART_BYTES,
        queueSize: CONCURRENT_PARTS,
      })
      try {
        await upload.done()
      } catch (error) {
        source.destroy()
        throw fault ?? error
      }
      return counter.stored()
    },
    async get(key, range) {
      const Range = range ? `bytes=${range.start}-${range.end ?? ''}` : undefined
      const found = await client.send(new GetObjectCommand({ ...at(key), Range })).catch(ignoreMissing)
      if (!found?.Body) return undefined
      const body = found.Body.transformToWebStream() as ReadableStream<Uint8Array>
      return { body, size: found.ContentLength ?? 0 }
    },
    async copy(from, to) {
      const target = at(to)
      const size = await backend.size(from)
      if (size === undefined) return false
      if (size > MAX_COPY_BYTES) {
        const source = await backend.get(from)
        if (source) await backend.put(to, source.body, { maxBytes: size })
        return source !== undefined
      }
      const copied = await client
        .send(new CopyObjectCommand({ ...target, CopySource: `${Bucket}/${checkedKey(from)}` }))
        .catch(ignoreMissing)
      return copied !== undefined
    },
    async remove(keys) {
      for (let i = 0; i < keys.length; i += BATCH) {
        const Objects = keys.slice(i, i + BATCH).map((key) => ({ Key: checkedKey(key) }))
        const { Errors } = await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        )
        const failed = Errors?.find(({ Code }) => Code !== 'NoSuchKey')
        if (failed) throw new Error(`S3 did not remove ${failed.Key}: ${failed.Code}`)
      }
    },
    async size(key) {
      const found = await client.send(new HeadObjectCommand(at(key))).catch(ignoreMissing)
      return found?.ContentLength
    },
    async *keysBefore(moment, pool) {
      const Prefix = `${checkedPool(pool)}/`
      await abortOldUploads(client, { Bucket, Prefix }, moment)
      let after: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: after }))
        for (const { Key = '', LastModified } of page.Contents ?? [])
          if (isKey(Key) && LastModified && LastModified < moment) yield Key
        after = page.NextContinuationToken
      } while (after)
    },
  }
  return backend
}

/** Sends checksums only where S3 requires them: few compatible servers support the newer trailing ones. */
export function openClient({ endpoint, region, accessKeyId, secretAccessKey, forcePathStyle }: S3Config) {
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000 },
  })
}

/** Aborts uploads that a killed process left behind: their parts cost money until then. */
async function abortOldUploads(
  client: S3Client,
  where: { Bucket: string; Prefix: string },
  moment: Date,
): Promise<void> {
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    page = await client
      .send(
        new ListMultipartUploadsCommand({
          ...where,
          KeyMarker: page?.NextKeyMarker,
          UploadIdMarker: page?.NextUploadIdMarker,
        }),
      )
      .catch(ignoreUnsupported)
    for (const { Key = '', UploadId, Initiated } of page?.Uploads ?? [])
      if (isKey(Key) && Initiated && Initiated < moment)
        await client
          .send(new AbortMultipartUploadCommand({ Bucket: where.Bucket, Key, UploadId }))
          .catch(ignoreMissing)
  } while (page?.IsTruncated)
}

/** Some compatible servers have no list of incomplete uploads, but rules of their own to remove them. */
function ignoreUnsupported(error: unknown): undefined {
  if (!(error instanceof S3ServiceException) || ![400, 404, 405, 501].includes(statusOf(error))) throw error
}

const statusOf = (error: S3ServiceException) => error.$metadata.httpStatusCode ?? 0

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof S3ServiceException) || statusOf(error) !== 404) throw error
}
