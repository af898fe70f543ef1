/** An error response in Stripe's envelope: https://docs.stripe.com/api/errors */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** True if earlier writes are committed (a declined payment stores its attempt). */
  readonly keepsChanges: boolean

  constructor(status: number, body: ErrorBody, keepsChanges = false) {
    super(body.message)
    this.status = status
    this.body = body
    this.keepsChanges = keepsChanges
  }
}

export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: object
}

/** An error of the OAuth endpoints, in their own format: https://docs.stripe.com/connect/oauth-reference */
export class OAuthError extends ApiError {
  readonly error: OAuthErrorCode

  constructor(error: OAuthErrorCode, message: string, keepsChanges = false) {
    super(error === 'invalid_client' ? 401 : 400, { type: 'invalid_request_error', message }, keepsChanges)
    this.error = error
  }
}

export type OAuthErrorCode =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** 400: the request is invalid. `param` in bracket form. */
export function invalid(message: string, param?: string, code?: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  })
}

/** 404 for an id in the path, 400 for an id among the parameters, as Stripe does. */
export function missing(noun: string, id: string, param = 'id'): ApiError {
  return new ApiError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  })
}

/** 501: a real operation that this stand-in does not support. */
export function notSimulated(what: string): ApiError {
  return new ApiError(501, {
    type: 'api_error',
    code: 'not_simulated',
    message: `The payments sandbox does not simulate ${what}.`,
  })
}

/** 403: the key has no access to the account named in Stripe-Account or in the path. */
export function noAccess(account: string): ApiError {
  return new ApiError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
  })
}
