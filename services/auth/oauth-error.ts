import { AppError } from '#kernel/errors.ts'

/**
 * A refusal in the form of RFC 6749 5.2, `{error, error_description}`. Clients of this protocol read it from
 * grants that verify a third party's proof (id_token, web3).
 */
export class OAuthError extends AppError {}

/**
 * @param description shown to users; says what to change
 * @param cause private: logged, never sent
 */
export const oauthError = (
  error: 'invalid_request' | 'invalid_grant' | 'invalid_nonce',
  description: string,
  cause?: unknown,
): OAuthError => new OAuthError(error, 400, description, { cause })
