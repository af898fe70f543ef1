import { randomUUID } from 'node:crypto'
import type { Field } from '#kernel/browser/fields/field.ts'
import { fileBytes } from '#kernel/browser/fields/file-types.ts'
import type { FileLink, PreparedUpload } from '#kernel/browser/fields/file-upload.ts'
import type { Config } from '#kernel/config.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { signRead, signUpload } from './tokens.ts'
import type { Holder, ReadGrant, UploadGrant } from './tokens.ts'

/** Widest side of a picture in lists, and of one in a cell of a table. */
const PICTURE_WIDTH = 800
const THUMB_WIDTH = 120

const addressOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, file: string, token: string) =>
  `${publicUrl}/storage/v1/record-files/${file}?token=${token}`

/** The caller as a token names them. Service keys have no uploads: they use a staff session. */
export const holderOf = ({ role, sub }: Claims): Holder => ({
  role: role === 'service_role' ? 'anon' : role,
  sub: sub ?? null,
})

/** An address to which the caller may send one file for a field within 15 minutes. Check before that they may write the field. */
export function prepareUpload(
  config: Config,
  claims: Claims,
  field: Field,
  { name, ...of }: Pick<UploadGrant, 'tenant' | 'table' | 'form' | 'name'>,
): PreparedUpload {
  const file = randomUUID()
  const token = signUpload(config, {
    ...of,
    ...holderOf(claims),
    file,
    field: field.id,
    name: cleanName(name),
  })
  return {
    id: file,
    // The id is not in the path: who knows it may claim the file.
    url: addressOf(config, 'new', token),
    most: Math.min(fileBytes(field), config.storage.fileBytes),
  }
}

/** Addresses of a file that the caller may read now; each request checks it again. */
export function linkTo(
  config: Config,
  claims: Claims,
  { kind }: Pick<Field, 'kind'>,
  of: Pick<ReadGrant, 'tenant' | 'file' | 'table' | 'field' | 'record'>,
): FileLink {
  const at = (width: number) =>
    addressOf(config, of.file, signRead(config, { ...holderOf(claims), ...of, width }))
  return { url: at(0), ...(kind === 'image' && { picture: at(PICTURE_WIDTH), thumb: at(THUMB_WIDTH) }) }
}

/** A name without folders and control characters, of at most 200 characters with its ending. */
export function cleanName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- what is replaced
  const plain = name
    .toWellFormed()
    .replace(/^.*[\\/]/, '')
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  const [ending = ''] = /\.[\w]{1,10}$/.exec(plain) ?? []
  return (
    Array.from(plain.slice(0, plain.length - ending.length))
      .slice(0, 180)
      .join('') + ending || 'file'
  )
}
