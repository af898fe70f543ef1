import type { Config } from '#kernel/config.ts'
import type { Role } from '#kernel/db/claims.ts'
import { addressKey } from '#kernel/limits.ts'
import { keyedHash } from '#kernel/secrets/keyed-hash.ts'
import type { KeyedHash } from '#kernel/secrets/keyed-hash.ts'
import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import { storageErrors } from '../errors.ts'

/** Who uploads or reads: rights are checked for them again when the token is used. */
export interface Holder {
  role: Exclude<Role, 'service_role'>
  sub: string | null
}

/** Permission to upload one file for one field. */
export interface UploadGrant extends Holder {
  tenant: string
  /** Id that the file will have, so that a token makes one file. */
  file: string
  table: string
  field: string
  /** The form that asks for it. */
  form: string | null
  /** As the uploader calls it. */
  name: string
}

/** A file that its reader may fetch if they still may. `record`: null for staff, who also read files of the trash. */
export interface ReadGrant extends Holder {
  tenant: string
  file: string
  table: string
  field: string
  record: string | null
  /** Widest side of a picture in pixels; 0: the file itself, as a download. */
  width: number
}

const UPLOAD_SECONDS = 900
/** Links of one period are equal, so that browsers cache what they load. */
const PERIOD_SECONDS = 3600

const hashes = new WeakMap<Config['secretKeys'], KeyedHash>()

function hashOf({ secretKeys }: Pick<Config, 'secretKeys'>): KeyedHash {
  const known = hashes.get(secretKeys) ?? keyedHash(secretKeys, 'record-file')
  hashes.set(secretKeys, known)
  return known
}

type Keys = Pick<Config, 'secretKeys'>

export const signUpload = (config: Keys, grant: UploadGrant): string =>
  sign(config, 'upload', Math.floor(Date.now() / 1000) + UPLOAD_SECONDS, grant)

/** Ends one to two hours from now. */
export const signRead = (config: Keys, grant: ReadGrant): string =>
  sign(config, 'read', (Math.floor(Date.now() / 1000 / PERIOD_SECONDS) + 2) * PERIOD_SECONDS, grant)

/** @throws {AppError} InvalidJWT for a token that is edited, expired or for something else */
export const readUploadToken = (config: Keys, token: string) => verify<UploadGrant>(config, 'upload', token)
/** @throws {AppError} InvalidJWT, as above */
export const readReadToken = (config: Keys, token: string) => verify<ReadGrant>(config, 'read', token)

/** A network as it is stored with a waiting upload: a keyed hash, different in each tenant. */
export const networkHash = (config: Keys, tenant: string, clientIp: string): Buffer =>
  hashOf(config).make(`network ${tenant} ${addressKey(clientIp)}`)

function sign(config: Keys, purpose: string, until: number, grant: object): string {
  const body = Buffer.from(JSON.stringify([purpose, until, grant])).toString('base64url')
  return `${body}.${hashOf(config).make(body).toString('base64url')}`
}

function verify<T>(config: Keys, purpose: string, token: string): T & { until: Date } {
  const [body = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const isOurs = hashOf(config)
    .all(body)
    .some((own) => sameBytes(own, given))
  if (!isOurs) throw storageErrors.invalid_jwt({ text: 'signature verification failed' })
  const [purposeOf, until, grant] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    string,
    number,
    T,
  ]
  if (purposeOf !== purpose) throw storageErrors.invalid_signature()
  if (until * 1000 < Date.now())
    throw storageErrors.invalid_jwt({ text: '"exp" claim timestamp check failed' })
  return { ...grant, until: new Date(until * 1000) }
}
