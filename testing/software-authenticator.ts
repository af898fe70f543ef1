import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Deviations of a faulty or hostile authenticator or browser. */
export interface Misbehaviour {
  /** Reports this origin instead of the requesting page's. */
  origin?: string
  /** Signs for this relying party instead of the requested one. */
  rpId?: string
  /** The user was not verified (no PIN, no biometrics). */
  unverified?: boolean
  /** The user was not present (no touch). */
  absent?: boolean
  /** Starting value of the signature counter. */
  counter?: number
  /** Signs this challenge instead of the requested one. */
  challenge?: string
  /** Origin of the top-level page when the request comes from a cross-site frame. */
  topOrigin?: string
  /** Reports this account instead of the one that the credential was created for. */
  userHandle?: string
  /** `webauthn.get` where `webauthn.create` was requested, or the reverse. */
  type?: string
  /** An algorithm other than ES256 (COSE number). */
  algorithm?: number
}

type Binary = string | ArrayBuffer | Uint8Array

/** The options that an authenticator reads, as the server sends them or as a client decoded them. */
interface Options {
  challenge: Binary
  rpId?: string
  rp?: { id?: string }
  user?: { id: Binary }
  allowCredentials?: { id: Binary }[]
}

const text = (value: Binary) =>
  typeof value === 'string' ? value : Buffer.from(value as ArrayBuffer).toString('base64url')
const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest()

/** One ES256 credential made with node:crypto, for tests of what a real browser refuses to do. */
export function softwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32).toString('base64url')
  let counter = 0
  let handle = ''

  const clientData = (type: string, options: Options, origin: string, as: Misbehaviour) =>
    Buffer.from(
      JSON.stringify({
        type: as.type ?? type,
        challenge: as.challenge ?? text(options.challenge),
        origin: as.origin ?? origin,
        crossOrigin: as.topOrigin !== undefined,
        ...(as.topOrigin === undefined ? {} : { topOrigin: as.topOrigin }),
      }),
    )

  function authenticatorData(rpId: string, as: Misbehaviour, attested: Buffer = Buffer.alloc(0)): Buffer {
    counter = as.counter ?? counter + 1
    const head = Buffer.alloc(5)
    head[0] = (as.absent ? 0 : 0x01) | (as.unverified ? 0 : 0x04) | (attested.length ? 0x40 : 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(as.rpId ?? rpId), head, attested])
  }

  /** The COSE form of the key (RFC 9053): kty EC2, alg, crv P-256, x, y. */
  function coseKey(algorithm: number): Buffer {
    const bytes = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'))
    const map = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ])
    return Buffer.from(isoCBOR.encode(map as never))
  }

  const envelope = {
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform' as const,
  }

  return {
    id,
    /** Returns the credential for creation options, in the form of the browser's `toJSON()`. */
    create(options: Options, origin: string, as: Misbehaviour = {}) {
      handle = text(options.user!.id)
      const idBytes = Buffer.from(id, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(idBytes.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, idBytes, coseKey(as.algorithm ?? -7)])
      const authData = authenticatorData(options.rp!.id!, as, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...envelope,
        response: {
          clientDataJSON: clientData('webauthn.create', options, origin, as).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal' as const],
        },
      }
    },
    /** Returns the assertion for request options. */
    get(options: Options, origin: string, as: Misbehaviour = {}) {
      const data = clientData('webauthn.get', options, origin, as)
      const authData = authenticatorData(options.rpId!, as)
      return {
        ...envelope,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey).toString(
            'base64url',
          ),
          userHandle: as.userHandle ?? handle,
        },
      }
    },
  }
}
