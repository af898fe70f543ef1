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
import { counted } from './counted.ts'
import { checkedKey, checkedPool, isKey } from './keys.ts'

/** Files up to this size go in one request; larger ones in parts of it. S3 takes 10,000 parts of one file: 80 GB. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
/** Keys in one request for removal, at most. */
const BATCH = 1000
/** Larger ones S3 does not copy in one request. */
const COPY_BYTES = 5 * 1024 ** 3

/**
 * Files in a bucket of S3, or of whatever speaks its protocol. An object of S3 appears whole when its last part is
 * confirmed, so nothing is half there; parts of uploads that were cut off are given up at once, and, after a kill, by
 * the sweep.
 */
export function s3Backend(config: S3Config, client = openClient(config)): Backend {
  const Bucket = config.bucket
  const at = (key: string) => ({ Bucket, Key: checkedKey(key) })

  const backend: Backend = {
    async put(key, body, options) {
      const watched = counted(body, options)
      let fault: unknown
      const source = Readable.from(
        (async function* () {
          try {
            yield* watched.body
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
        queueSize: PARTS_AT_ONCE,
      })
      try {
        await upload.done()
      } catch (error) {
        source.destroy()
        throw fault ?? error
      }
      return watched.stored()
    },
    async get(key, range) {
      const Range = range ? `bytes=${range.start}-${range.end ?? ''}` : undefined
      const found = await client.send(new GetObjectCommand({ ...at(key), Range })).catch(unlessGone)
      if (!found?.Body) return undefined
      const body = found.Body.transformToWebStream() as ReadableStream<Uint8Array>
      return { body, size: found.ContentLength ?? 0 }
    },
    async copy(from, to) {
      const target = at(to)
      const size = await backend.size(from)
      if (size === undefined) return false
      if (size > COPY_BYTES) {
        const source = await backend.get(from)
        if (source) await backend.put(to, source.body, { maxBytes: size })
        return source !== undefined
      }
      const copied = await client
        .send(new CopyObjectCommand({ ...target, CopySource: `${Bucket}/${checkedKey(from)}` }))
        .catch(unlessGone)
      return copied !== undefined
    },
    async remove(keys) {
      for (let i = 0; i < keys.length; i += BATCH) {
        const Objects = keys.slice(i, i + BATCH).map((key) => ({ Key: checkedKey(key) }))
        const { Errors } = await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        )
        const kept = Errors?.find(({ Code }) => Code !== 'NoSuchKey')
        if (kept) throw new Error(`S3 did not remove ${kept.Key}: ${kept.Code}`)
      }
    },
    async size(key) {
      const found = await client.send(new HeadObjectCommand(at(key))).catch(unlessGone)
      return found?.ContentLength
    },
    async *keysBefore(moment, pool) {
      const Prefix = `${checkedPool(pool)}/`
      await endOldUploads(client, { Bucket, Prefix }, moment)
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

/** Checksums only where S3 demands them: few of the compatible servers know the newer trailing ones. */
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

/** Parts that a killed process left behind cost money until somebody gives them up. */
async function endOldUploads(
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
      .catch(unlessUnknown)
    for (const { Key = '', UploadId, Initiated } of page?.Uploads ?? [])
      if (isKey(Key) && Initiated && Initiated < moment)
        await client
          .send(new AbortMultipartUploadCommand({ Bucket: where.Bucket, Key, UploadId }))
          .catch(unlessGone)
  } while (page?.IsTruncated)
}

/** Some compatible servers keep no list of unfinished uploads: they have rules of their own for them. */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof S3ServiceException) || ![400, 404, 405, 501].includes(statusOf(error))) throw error
}

const statusOf = (error: S3ServiceException) => error.$metadata.httpStatusCode ?? 0

function unlessGone(error: unknown): undefined {
  if (!(error instanceof S3ServiceException) || statusOf(error) !== 404) throw error
}
