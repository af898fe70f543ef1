import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { CryptoKey, JWK } from 'jose'
import type { Kernel } from '#kernel/kernel.ts'
import type { SigningKey } from '#kernel/tokens.ts'
import { build, jsonb, runAlone } from '../statements.ts'

const ALGORITHM = 'ES256'

interface KeyRow {
  kid: string
  private_jwk_sealed: string
  public_jwk: JWK
}

/**
 * The keys of the access tokens, the signing one first. The first server that finds none makes one; of several at
 * once, one wins and the others use it.
 * @throws {Error} when SECRET_KEYS does not open a stored key
 */
export async function loadSigningKeys(kernel: Kernel): Promise<SigningKey[]> {
  const stored = await readKeys(kernel)
  if (stored.length) return stored
  await createKey(kernel)
  return readKeys(kernel)
}

async function readKeys({ database, sealer }: Kernel): Promise<SigningKey[]> {
  const rows = await runAlone(
    database,
    build
      .selectFrom('auth.signing_keys')
      .select(['kid', 'private_jwk_sealed', 'public_jwk'])
      .orderBy('signs', 'desc')
      .orderBy('created_at', 'desc')
      .$castTo<KeyRow>(),
  )
  return Promise.all(
    rows.map(async ({ kid, private_jwk_sealed, public_jwk }) => ({
      kid,
      privateKey: (await importJWK(openKey(sealer, kid, private_jwk_sealed), ALGORITHM)) as CryptoKey,
      publicKey: (await importJWK(public_jwk, ALGORITHM)) as CryptoKey,
      publicJwk: { ...public_jwk, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] },
    })),
  )
}

async function createKey({ database, sealer }: Kernel): Promise<void> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
  await runAlone(
    database,
    build
      .insertInto('auth.signing_keys')
      .values({
        kid,
        private_jwk_sealed: sealer.seal(privateJwk, placeOf(kid)),
        public_jwk: jsonb(publicJwk),
      })
      // The one-signing-key index decides between servers that start together.
      .onConflict((conflict) => conflict.doNothing()),
  )
}

function openKey(sealer: Kernel['sealer'], kid: string, sealed: string): JWK {
  try {
    return JSON.parse(sealer.open(sealed, placeOf(kid))) as JWK
  } catch (cause) {
    throw new Error(
      'The key that signs sessions cannot be opened. Put the key it was sealed with back into SECRET_KEYS (after the newest one).',
      { cause },
    )
  }
}

const placeOf = (kid: string) => `auth.signing_keys.private_jwk:${kid}`
