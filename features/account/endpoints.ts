import { endpoint } from '#kernel/browser/endpoint.ts'

/** How the caller shows that they are the owner; neither is needed within ten minutes of the sign-in. */
export interface OwnerProof {
  password?: string | undefined
  /** The code of GET /auth/v1/reauthenticate. */
  nonce?: string | undefined
}

/** Ends the caller's account with its tenants, for good. Bearer: a creator's session. */
export const deleteAccount = endpoint<OwnerProof, { deleted: true }>('POST', '/delete-account')
