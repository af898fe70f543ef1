// WebAuthn uses buffers and the wire uses base64url. Browsers only recently gained their own conversion.
import { CallError } from '#kernel/browser/call.ts'
import { base64url, fromBase64url } from './pkce.ts'

type CredentialJSON = { id: string; type?: string; transports?: string[] }
const descriptor = ({ id, transports }: CredentialJSON): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: fromBase64url(id),
  ...(transports && { transports: transports as AuthenticatorTransport[] }),
})

/** Gets a credential. @throws {CallError} passkey_failed when the visitor or the browser declines */
export async function getCredential(options: PublicKeyCredentialRequestOptionsJSON): Promise<object> {
  const { challenge, allowCredentials = [], ...rest } = options
  const publicKey = {
    ...rest,
    challenge: fromBase64url(challenge),
    allowCredentials: allowCredentials.map(descriptor),
  } as PublicKeyCredentialRequestOptions
  const credential = await ceremony(() => navigator.credentials.get({ publicKey }))
  const { authenticatorData, signature, userHandle } = credential.response as AuthenticatorAssertionResponse
  return {
    ...common(credential),
    response: {
      clientDataJSON: text(credential.response.clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      ...(userHandle && { userHandle: text(userHandle) }),
    },
  }
}

/** Creates a credential. @throws {CallError} passkey_failed when the visitor or the browser declines */
export async function createCredential(options: PublicKeyCredentialCreationOptionsJSON): Promise<object> {
  const { challenge, user, excludeCredentials = [], ...rest } = options
  const publicKey = {
    ...rest,
    challenge: fromBase64url(challenge),
    user: { ...user, id: fromBase64url(user.id) },
    excludeCredentials: excludeCredentials.map(descriptor),
  } as PublicKeyCredentialCreationOptions
  const credential = await ceremony(() => navigator.credentials.create({ publicKey }))
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    ...common(credential),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports(),
    },
  }
}

async function ceremony(run: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await Promise.resolve()
    .then(run)
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
