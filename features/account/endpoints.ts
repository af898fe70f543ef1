import { endpoint } from '#kernel/browser/endpoint.ts'

/** Proves that the caller owns the account. Neither field is needed within ten minutes of the sign-in. */
export interface OwnerProof {
  password?: string | undefined
  /** The code of GET /auth/v1/reauthenticate. */
  nonce?: string | undefined
}

/** Permanently deletes the caller's account and tenants. The bearer token must be a creator's session. */
export const deleteAccount = endpoint<OwnerProof, { deleted: true }>('POST', '/delete-account')
