import type { Config } from '#kernel/config.ts'
import { keyedHash } from '#kernel/secrets/keyed-hash.ts'
import type { KeyedHash } from '#kernel/secrets/keyed-hash.ts'
import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import { libraryErrors } from './errors.ts'

/** The bytes of an item, for one person in one browser. */
export interface MediaGrant {
  tenant: string
  item: string
  /** Null: a visitor who is signed out. */
  sub: string | null
  session: string | null
  /** Hash of the browser's cookie. */
  browser: string
}

/** The cover of an item, for everyone who was given its title. */
export interface CoverGrant {
  tenant: string
  item: string
  path: string
}

/** Addresses of one period are equal, so that browsers cache covers. */
const COVER_PERIOD = 3600

const hashes = new WeakMap<Config['secretKeys'], KeyedHash>()
type Keys = Pick<Config, 'secretKeys'>

export function hashOf({ secretKeys }: Pick<Config, 'secretKeys'>): KeyedHash {
  const known = hashes.get(secretKeys) ?? keyedHash(secretKeys, 'library-media')
  hashes.set(secretKeys, known)
  return known
}

type Settings = Pick<Config, 'secretKeys' | 'video'>

export const signMedia = (config: Settings, grant: MediaGrant): string =>
  addressOf('media', signed(config, 'media', ends(config), grant))

/**
 * A folder: playlists name the files beside them. So the token is in the path, of which long segments are not logged.
 */
export const signStream = (config: Settings, grant: MediaGrant): string =>
  `/library-stream/${signed(config, 'stream', ends(config), grant)}/`

const ends = ({ video }: Settings) => Math.floor(Date.now() / 1000) + video.addressSeconds

/** Ends one to two hours from now. */
export const signCover = (config: Keys, grant: CoverGrant): string =>
  addressOf(
    'cover',
    signed(config, 'cover', (Math.floor(Date.now() / 1000 / COVER_PERIOD) + 2) * COVER_PERIOD, grant),
  )

/** @throws {AppError} link_expired */
export const readMediaToken = (config: Keys, token: string) => verify<MediaGrant>(config, 'media', token)
/** @throws {AppError} link_expired */
export const readStreamToken = (config: Keys, token: string) => verify<MediaGrant>(config, 'stream', token)
/** @throws {AppError} link_expired */
export const readCoverToken = (config: Keys, token: string) => verify<CoverGrant>(config, 'cover', token)

// In the query, because paths are logged.
// Without a host, because the cookie belongs to the one that the frame is on.
const addressOf = (purpose: string, token: string) => `/library-${purpose}?token=${token}`

function signed(config: Keys, purpose: string, until: number, grant: object): string {
  const body = Buffer.from(JSON.stringify([purpose, until, grant])).toString('base64url')
  return `${body}.${hashOf(config).make(body).toString('base64url')}`
}

function verify<T>(config: Keys, purpose: string, token: string): T & { until: Date } {
  const [body = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const isOurs = hashOf(config)
    .all(body)
    .some((own) => sameBytes(own, given))
  if (!isOurs) throw libraryErrors.link_expired()
  const [purposeOf, until, grant] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    string,
    number,
    T,
  ]
  if (purposeOf !== purpose || until * 1000 < Date.now()) throw libraryErrors.link_expired()
  return { ...grant, until: new Date(until * 1000) }
}
