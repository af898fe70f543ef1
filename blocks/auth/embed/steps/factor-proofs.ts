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

/** A code of an authenticator app, or of a text message that was asked for before. @throws {CallError} */
export async function proveByCode(
  session: EmbedSession,
  factor: Named,
  code: string,
  asked?: string,
): Promise<void> {
  const challenge = asked || (await challengeOf(session, factor)).id
  await verify(session, factor, { challenge_id: challenge, code: plainDigits(code).replace(/\s/g, '') })
}

/** @returns the challenge that the text message answers */
export const askForText = async (session: EmbedSession, factor: Named): Promise<string> =>
  (await challengeOf(session, factor)).id

/** A security key or the device's own. @throws {CallError} also when the visitor declines */
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

/** One of the codes that were shown when the second step was set up. @throws {CallError} */
export async function proveByRecoveryCode(session: EmbedSession, code: string): Promise<void> {
  await session.enter('/factors/recovery-codes/verify', { code: code.trim() })
  if (session.owed) throw new CallError(0, 'mfa_verification_failed', '')
}
