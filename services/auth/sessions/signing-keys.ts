import { createPrivateKey } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { sql } from 'kysely'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { CryptoKey, JWK } from 'jose'
import type { Kernel } from '#kernel/kernel.ts'
import type { SealedPlace } from '#kernel/secrets/sealed-places.ts'
import type { SigningKey } from '#kernel/tokens.ts'
import { build, jsonb, now, runAlone } from '../statements.ts'

const ALGORITHM = 'ES256'

interface KeyRow {
  kid: string
  private_jwk_sealed: string
  public_jwk: JWK
  /** Seconds from now; negative once the key signs. */
  signs_in: number
  retires_in: number | null
}

/** Loads the keys for this process, and reloads them whenever any process has added or removed one. */
export function useSigningKeys(kernel: Kernel): void {
  const { database, tokens, log } = kernel
  const look = () =>
    void tokens.reloadKeys().catch((err: unknown) => log.warn({ err }, 'reloading the signing keys failed'))
  let listening: Promise<unknown> | undefined
  tokens.useKeys(async () => {
    await (listening ??= database.listen('signing_keys_changed', look, look))
    return loadSigningKeys(kernel)
  })
}

/**
 * The keys of the access tokens, newest first: published keys that are waiting, the one that signs, and those
 * that only verify. The first server that finds none creates one. If several do so concurrently, one wins and
 * the others use its key.
 * @throws {Error} if SECRET_KEYS does not open a stored key
 */
export async function loadSigningKeys(kernel: Kernel): Promise<SigningKey[]> {
  const stored = await readKeys(kernel)
  if (stored.length) return stored
  await runAlone(
    kernel.database,
    build
      .insertInto('auth.signing_keys')
      .values({ ...(await makeKey(kernel)), generation: 1, signs_from: now })
      // The number decides between servers that start concurrently.
      .onConflict((conflict) => conflict.doNothing()),
  )
  return readKeys(kernel)
}

async function readKeys({ database, sealer }: Pick<Kernel, 'database' | 'sealer'>): Promise<SigningKey[]> {
  const rows = await runAlone(
    database,
    build
      .selectFrom('auth.signing_keys')
      .select(['kid', 'private_jwk_sealed', 'public_jwk'])
      .select([
        sql<number>`extract(epoch from signs_from - now())::float8`.as('signs_in'),
        sql<number | null>`extract(epoch from retires_at - now())::float8`.as('retires_in'),
      ])
      .where((eb) => eb.or([eb('retires_at', 'is', null), eb('retires_at', '>', now)]))
      .orderBy('generation', 'desc')
      .$castTo<KeyRow>(),
  )
  // Read by the database's clock and counted from now on, so that this machine's clock may be wrong.
  const read = Date.now()
  return Promise.all(
    rows.map(async ({ kid, private_jwk_sealed, public_jwk, signs_in, retires_in }) => ({
      kid,
      privateKey: createPrivateKey({ key: openKey(sealer, kid, private_jwk_sealed), format: 'jwk' }),
      publicKey: (await importJWK(public_jwk, ALGORITHM)) as CryptoKey,
      publicJwk: { ...public_jwk, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] },
      signsFrom: read + signs_in * 1000,
      ...(retires_in === null ? {} : { retiresAt: read + retires_in * 1000 }),
    })),
  )
}

/** Creates a new key pair in the form that is stored, with the private half sealed. */
export async function makeKey({ sealer }: Pick<Kernel, 'sealer'>) {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
  return {
    kid,
    private_jwk_sealed: sealer.seal(privateJwk, placeOf(kid)),
    public_jwk: jsonb(publicJwk),
  }
}

function openKey(sealer: Kernel['sealer'], kid: string, sealed: string): JsonWebKey {
  try {
    return JSON.parse(sealer.open(sealed, placeOf(kid))) as JsonWebKey
  } catch (cause) {
    throw new Error(
      'The key that signs sessions cannot be opened. Put the key it was sealed with back into SECRET_KEYS (after the newest one).',
      { cause },
    )
  }
}

export const placeOf = (kid: string): SealedPlace => `auth.signing_keys.private_jwk:${kid}`
