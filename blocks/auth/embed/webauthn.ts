// WebAuthn speaks in buffers, the wire in base64url; browsers learned to convert by themselves only lately.
import { CallError } from '#kernel/browser/call.ts'
import { base64url, fromBase64url } from './pkce.ts'

type CredentialJSON = { id: string; type?: string; transports?: string[] }
const descriptor = ({ id, transports }: CredentialJSON): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: fromBase64url(id),
  ...(transports && { transports: transports as AuthenticatorTransport[] }),
})

/** Asks for a credential. @throws {CallError} passkey_failed when the visitor or the browser declines */
export async function getCredential(options: PublicKeyCredentialRequestOptionsJSON): Promise<object> {
  const { challenge, allowCredentials = [], ...rest } = options
  const publicKey = {
    ...rest,
    challenge: fromBase64url(challenge),
    allowCredentials: allowCredentials.map(descriptor),
  } as PublicKeyCredentialRequestOptions
  const got = await ceremony(() => navigator.credentials.get({ publicKey }))
  const { authenticatorData, signature, userHandle } = got.response as AuthenticatorAssertionResponse
  return {
    ...common(got),
    response: {
      clientDataJSON: text(got.response.clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      ...(userHandle && { userHandle: text(userHandle) }),
    },
  }
}

/** Makes a credential. @throws {CallError} passkey_failed when the visitor or the browser declines */
export async function createCredential(options: PublicKeyCredentialCreationOptionsJSON): Promise<object> {
  const { challenge, user, excludeCredentials = [], ...rest } = options
  const publicKey = {
    ...rest,
    challenge: fromBase64url(challenge),
    user: { ...user, id: fromBase64url(user.id) },
    excludeCredentials: excludeCredentials.map(descriptor),
  } as PublicKeyCredentialCreationOptions
  const made = await ceremony(() => navigator.credentials.create({ publicKey }))
  const response = made.response as AuthenticatorAttestationResponse
  return {
    ...common(made),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports(),
    },
  }
}

async function ceremony(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await Promise.resolve()
    .then(ask)
    .catch(() => null)
  if (!credential) throw new CallError(0, 'passkey_failed', '')
  return credential as PublicKeyCredential
}

const text = (buffer: ArrayBuffer) => base64url(new Uint8Array(buffer))

const common = (credential: PublicKeyCredential) => ({
  id: credential.id,
  rawId: text(credential.rawId),
  type: credential.type,
  authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
  clientExtensionResults: credential.getClientExtensionResults(),
})
