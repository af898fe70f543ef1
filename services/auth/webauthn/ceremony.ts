import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as z from 'zod/mini'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import { webauthn } from './library.ts'
import { SEPARATOR } from './relying-party.ts'

/** Algorithms in order of preference: EdDSA, ES256, RS256 (COSE numbers). */
export const ALGORITHMS = [-8, -7, -257]

/** What is stored of a credential. */
export interface Credential {
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: string[]
  rp_id: string
}

/** A stored challenge: its relying party and page, and the hash of the challenge. */
export interface StoredChallenge {
  challengeHash: Buffer
  origin: string
  rpId: string
}

const base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/))
const transports = z.nullish(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10)))
const envelope = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') }

/** The fields of a credential that are read. Browsers send more. */
const created = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: base64url(20_000),
    attestationObject: base64url(200_000),
    transports,
  }),
})
const asserted = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: base64url(20_000),
    authenticatorData: base64url(20_000),
    signature: base64url(20_000),
    userHandle: z.nullish(z.string().check(z.maxLength(200))),
  }),
})
export type Assertion = z.output<typeof asserted>

/** Parses a sign-in response; undefined if it is malformed. */
export const readAssertion = (given: unknown): Assertion | undefined => asserted.safeParse(given).data

/** Returns the page around a frame if it is allowed there. */
export type TopOriginRule = (topOrigin: string | undefined) => string | undefined

/** Reads the browser's own JSON. @throws if it is malformed */
const topOriginOf = (clientDataJSON: string): string | undefined =>
  JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).topOrigin

const isChallenge = (storedChallenge: StoredChallenge) => (challenge: string) =>
  sameBytes(tokenHash(challenge), storedChallenge.challengeHash)

/**
 * Verifies a new credential against its challenge, page, relying party and user presence.
 * @param verifyUser whether the authenticator must have verified the user
 * @param topOriginAllowed returns the allowed page around the frame if that is on another site
 * @returns undefined for every credential that does not match
 */
export async function checkCreated(
  given: unknown,
  storedChallenge: StoredChallenge,
  verifyUser: boolean,
  topOriginAllowed: TopOriginRule,
): Promise<(Credential & { aaguid: string; backed_up: boolean }) | undefined> {
  const read = created.safeParse(given).data
  if (!read) return undefined
  const verified = await quietly(async () => {
    // The library checks the page around the frame only for sign-ins.
    const top = topOriginOf(read.response.clientDataJSON)
    if (top !== undefined && topOriginAllowed(top) !== top) return undefined
    return (await webauthn()).verifyRegistrationResponse({
      response: { ...read, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: isChallenge(storedChallenge),
      expectedOrigin: storedChallenge.origin.split(SEPARATOR),
      expectedRPID: storedChallenge.rpId,
      requireUserVerification: verifyUser,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  })
  if (!verified?.verified) return undefined
  const { credential, aaguid, credentialBackedUp } = verified.registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    sign_count: credential.counter,
    transports: read.response.transports ?? [],
    rp_id: storedChallenge.rpId,
    aaguid,
    backed_up: credentialBackedUp,
  }
}

/**
 * Verifies a signature by a stored credential. The caller must advance the counter conditionally, because a
 * concurrent request may have used the same signature.
 * @param topOriginAllowed returns the allowed page around the frame if that is on another site
 * @returns the authenticator's new counter; undefined for every wrong response
 */
export async function checkAsserted(
  assertion: Assertion,
  storedChallenge: StoredChallenge,
  credential: Credential,
  verifyUser: boolean,
  topOriginAllowed: TopOriginRule,
): Promise<{ counter: number } | undefined> {
  if (credential.rp_id !== storedChallenge.rpId || credential.credential_id !== assertion.id) return undefined
  const verified = await quietly(async () =>
    (await webauthn()).verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: isChallenge(storedChallenge),
      expectedOrigin: storedChallenge.origin.split(SEPARATOR),
      expectedRPID: storedChallenge.rpId,
      expectedTopOrigin: topOriginAllowed(topOriginOf(assertion.response.clientDataJSON)),
      requireUserVerification: verifyUser,
      credential: {
        id: credential.credential_id,
        publicKey: new Uint8Array(credential.public_key),
        counter: credential.sign_count,
        transports: credential.transports,
      },
    }),
  )
  return verified?.verified ? { counter: verified.authenticationInfo.newCounter } : undefined
}

/** The library throws for every kind of wrong response. All of them are the same refusal for the caller. */
async function quietly<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}
