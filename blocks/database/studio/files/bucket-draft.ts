import type { Bucket } from './bucket.ts'

/** What is typed about a bucket. */
export interface BucketDraft {
  name: string
  isPublic: boolean
  /** Megabytes of 1,000,000 bytes; empty: only the limit of the server. */
  megabytes: string
  /** Separated by commas; empty: every type. */
  types: string
}

export const NEW_BUCKET: BucketDraft = { name: '', isPublic: false, megabytes: '', types: '' }

export const draftOf = (bucket: Bucket): BucketDraft => ({
  name: bucket.name,
  isPublic: bucket.public,
  megabytes: bucket.file_size_limit === null ? '' : String(bucket.file_size_limit / 1e6),
  types: (bucket.allowed_mime_types ?? []).join(', '),
})

const NAME = /^[A-Za-z0-9_-]{1,100}$/
const MEGABYTES = /^\d{1,6}(\.\d{1,6})?$/

/** What is wrong with a draft, by field. The server checks the rest, such as names that exist. */
export function draftProblems({
  name,
  megabytes,
  types,
}: BucketDraft): Partial<Record<keyof BucketDraft, string>> {
  const odd = typesOf(types).find((type) => !/^[\w.+-]+\/[\w.+*-]+$/.test(type))
  return {
    ...(name.trim() === ''
      ? { name: 'Enter a name.' }
      : !NAME.test(name.trim()) && { name: 'Use letters, digits, - and _.' }),
    ...(megabytes.trim() !== '' &&
      !(MEGABYTES.test(megabytes.trim()) && Number(megabytes) > 0) && {
        megabytes: 'Enter a number, for example 20.',
      }),
    ...(odd !== undefined && { types: `${odd} is no type. Write image/* or application/pdf.` }),
  }
}

const typesOf = (types: string): string[] =>
  types
    .split(/[,\s]+/)
    .filter(Boolean)
    .map((type) => type.toLowerCase())

/** The limits as the server stores them. */
export const limitsOf = ({ megabytes, types }: BucketDraft) => ({
  file_size_limit: megabytes.trim() === '' ? null : Math.round(Number(megabytes) * 1e6),
  allowed_mime_types: typesOf(types).length === 0 ? null : typesOf(types),
})

/** `Up to 20 MB, image/*`; undefined without limits. */
export function limitsText({
  file_size_limit: bytes,
  allowed_mime_types: types,
}: Bucket): string | undefined {
  const parts = [
    ...(bytes === null ? [] : [`Up to ${sizeText(bytes)}`]),
    ...(types?.length ? [types.join(', ')] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : undefined
}

/** `1.2 MB`, with units of 1,000. */
export function sizeText(bytes: number): string {
  const [unit, name] =
    bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 1e6 ? [1e6, 'MB'] : bytes >= 1e3 ? [1e3, 'KB'] : [1, 'B']
  return `${(bytes / unit).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${name}`
}

/**
 * The name under which a file is stored: the server takes ASCII letters, digits and some signs.
 * @param folder ends with a slash, or is empty
 */
export function storedName(folder: string, fileName: string): string {
  const name = fileName
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9_.() -]+/g, '-')
    .trim()
  return folder + (/^[.-]*$/.test(name) ? 'file' : name)
}
