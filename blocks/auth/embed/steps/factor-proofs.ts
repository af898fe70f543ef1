import { plainDigits } from '#kernel/browser/local.ts'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedFactor, EmbedSession } from '#kernel/browser/embed-page.ts'
import { createCredential, getCredential } from '../webauthn.ts'

interface Challenge {
  id: string
  webauthn?: {
    type: 'create' | 'request'
    credential_options: {
      publicKey: PublicKeyCredentialRequestOptionsJSON | PublicKeyCredentialCreationOptionsJSON
    }
  }
}

type Named = Pick<EmbedFactor, 'id'>

const challengeOf = (session: EmbedSession, { id }: Named) =>
  session.ask<Challenge>('POST', `/factors/${id}/challenge`, {})

async function verify(session: EmbedSession, { id }: Named, body: object): Promise<void> {
  await session.enter(`/factors/${id}/verify`, body)
  if (session.owed) throw new CallError(0, 'mfa_verification_failed', '')
}

/** Verifies a code from an authenticator app, or from a text message sent before. @throws {CallError} */
export async function proveByCode(
  session: EmbedSession,
  factor: Named,
  code: string,
  challengeId?: string,
): Promise<void> {
  const challenge = challengeId || (await challengeOf(session, factor)).id
  await verify(session, factor, { challenge_id: challenge, code: plainDigits(code).replace(/\s/g, '') })
}

/** Sends a text message. @returns the ID of the challenge that its code answers */
export const sendTextMessage = async (session: EmbedSession, factor: Named): Promise<string> =>
  (await challengeOf(session, factor)).id

/** Verifies a security key or the device itself. @throws {CallError} also when the visitor declines */
export async function proveByKey(session: EmbedSession, factor: Named): Promise<void> {
  const { id, webauthn } = await challengeOf(session, factor)
  if (!webauthn) throw new CallError(0, 'passkey_failed', '')
  const { publicKey } = webauthn.credential_options
  const response =
    webauthn.type === 'create'
      ? await createCredential(publicKey as PublicKeyCredentialCreationOptionsJSON)
      : await getCredential(publicKey)
  await verify(session, factor, {
    challenge_id: id,
    webauthn: { type: webauthn.type, credential_response: response },
  })
}

/** Verifies a recovery code from the setup of the second factor. @throws {CallError} */
export async function proveByRecoveryCode(session: EmbedSession, code: string): Promise<void> {
  await session.enter('/factors/recovery-codes/verify', { code: code.trim() })
  if (session.owed) throw new CallError(0, 'mfa_verification_failed', '')
}
