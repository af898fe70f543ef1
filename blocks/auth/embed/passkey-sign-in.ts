import { CallError } from '#kernel/browser/call.ts'
import type { EmbedSession } from '#kernel/browser/embed-page.ts'
import { getCredential } from './webauthn.ts'

interface Options {
  challenge_id: string
  options: PublicKeyCredentialRequestOptionsJSON
}

/**
 * Gets a passkey from the browser and signs in with it. @throws {CallError} also when the visitor declines
 */
export async function signInWithPasskey(session: EmbedSession): Promise<void> {
  const { challenge_id, options } = await session.ask<Options>('POST', '/passkeys/authentication/options', {})
  const credential = await getCredential(options)
  await session.enter('/passkeys/authentication/verify', { challenge_id, credential })
  if (!session.user && !session.owed) throw new CallError(0, 'passkey_failed', '')
}
