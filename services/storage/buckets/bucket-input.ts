import * as z from 'zod/mini'
import { uuid } from '#kernel/contract.ts'
import { storageErrors } from '../errors.ts'
import { fileSize } from './file-sizes.ts'
import { checkedPatterns } from './mime-types.ts'

const settings = {
  public: z.optional(z.boolean()),
  file_size_limit: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  allowed_mime_types: z.optional(z.nullable(z.array(z.string()))),
  member_folders: z.optional(z.boolean()),
  read_audience_id: z.optional(z.nullable(uuid)),
  type: z.optional(z.nullable(z.string())),
  versioning_status: z.optional(z.nullable(z.string())),
}

export const newBucket = z.object({ id: z.optional(z.string()), name: z.optional(z.string()), ...settings })
export const bucketChanges = z.object(settings)

/** Checked settings of a bucket; undefined leaves a setting unchanged. */
export interface BucketSettings {
  public: boolean | undefined
  file_size_limit: number | null | undefined
  allowed_mime_types: string[] | null | undefined
  member_folders: boolean | undefined
  /** The audience whose members may read every file; null: none may. */
  read_audience_id: string | null | undefined
}

/**
 * @param maxBytes largest limit in bytes that the installation allows
 * @throws {AppError} InvalidRequest, EntityTooLarge, InvalidMimeType, FeatureNotEnabled
 */
export function bucketSettings(input: z.infer<typeof bucketChanges>, maxBytes: number): BucketSettings {
  if (input.type && input.type !== 'STANDARD')
    throw storageErrors.not_enabled({ text: `Buckets of type ${input.type.slice(0, 50)} are not enabled` })
  if (input.versioning_status && input.versioning_status !== 'DISABLED')
    throw storageErrors.not_enabled({ text: 'Versioning of objects is not enabled' })
  const limit = input.file_size_limit == null ? input.file_size_limit : fileSize(input.file_size_limit)
  if (limit != null && limit > maxBytes) throw storageErrors.too_large()
  const types = input.allowed_mime_types
  return {
    public: input.public,
    file_size_limit: limit,
    allowed_mime_types: types == null ? types : checkedPatterns(types),
    member_folders: input.member_folders,
    read_audience_id: input.read_audience_id,
  }
}
