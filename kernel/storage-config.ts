import * as z from 'zod'

const bytes = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

/** Settings for file storage; kernel/config.ts reads them with all others. */
export const storageSettings = {
  S3_ENDPOINT: z
    .string()
    .refine(
      (value) => /^https?:\/\//.test(value) && URL.canParse(value),
      'must be an address like https://s3.example',
    )
    .optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z.enum(['true', 'false', '1', '0']).optional(),
  STORAGE_QUOTA_BYTES: bytes(1024 ** 3),
  STORAGE_FILE_BYTES: bytes(50 * 1024 ** 2),
  STORAGE_SWEEP_SECONDS: z.coerce.number().int().min(0).default(3600),
}

type StorageSettings = z.output<z.ZodObject<typeof storageSettings>>

/** A bucket in Amazon S3 or an S3-compatible server. */
export interface S3Config {
  bucket: string
  region: string
  /** Only for servers other than Amazon's. */
  endpoint?: string | undefined
  /** Without keys the SDK uses its default sources: environment, files, the machine's role. */
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  forcePathStyle: boolean
}

/** Where files are stored, and their size limits. */
export interface StorageConfig {
  /** Undefined: files are stored in DATA_DIR/files. */
  s3?: S3Config | undefined
  /** Maximum total bytes of one pool's files. */
  quotaBytes: number
  /** Maximum bytes of one file, even if its bucket allows more. */
  fileBytes: number
  /** Milliseconds before unreferenced bytes are deleted. */
  sweepAgeMs: number
}

/** The file storage configuration; without a bucket, files are stored on disk. */
export function storageConfig(s: StorageSettings): StorageConfig {
  return {
    quotaBytes: s.STORAGE_QUOTA_BYTES,
    fileBytes: s.STORAGE_FILE_BYTES,
    sweepAgeMs: s.STORAGE_SWEEP_SECONDS * 1000,
    s3: s.S3_BUCKET
      ? {
          bucket: s.S3_BUCKET,
          region: s.S3_REGION ?? 'us-east-1',
          endpoint: s.S3_ENDPOINT,
          accessKeyId: s.S3_ACCESS_KEY_ID,
          secretAccessKey: s.S3_SECRET_ACCESS_KEY,
          forcePathStyle: ['true', '1'].includes(s.S3_FORCE_PATH_STYLE ?? (s.S3_ENDPOINT ? 'true' : 'false')),
        }
      : undefined,
  }
}

/** Describes incomplete settings, with the remedy. */
export function storageFaults(s: StorageSettings): string[] {
  const faults: string[] = []
  if (!s.S3_BUCKET && (s.S3_ENDPOINT || s.S3_ACCESS_KEY_ID || s.S3_SECRET_ACCESS_KEY))
    faults.push('S3_BUCKET is missing: name the bucket that files go to')
  if (!s.S3_ACCESS_KEY_ID !== !s.S3_SECRET_ACCESS_KEY)
    faults.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both or neither')
  return faults
}
