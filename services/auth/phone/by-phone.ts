import { authErrors } from '../errors.ts'
import type { Call } from '../route-table.ts'

// Where calls that name a telephone number instead of an address go. No provider of text messages can be set yet.

export interface PhoneOtpInput {
  phone: string
  create_user?: boolean | null | undefined
  data?: Record<string, unknown> | null | undefined
  channel?: string | null | undefined
}

/** POST /signup with a number. */
export function signUpByPhone(
  _call: Call,
  _input: {
    phone: string
    password?: string | null | undefined
    data?: Record<string, unknown> | null | undefined
  },
): Promise<Response> {
  throw authErrors.phone_provider_disabled()
}

/** POST /otp with a number. */
export function otpByPhone(_call: Call, _input: PhoneOtpInput): Promise<Response> {
  throw authErrors.phone_provider_disabled()
}

/** POST /resend with type `sms` or `phone_change`. */
export function resendByPhone(_call: Call, _input: { type: string; phone: string }): Promise<Response> {
  throw authErrors.phone_provider_disabled()
}

/** POST /verify with a number, types `sms` and `phone_change`. */
export function verifyByPhone(
  _call: Call,
  _input: { type: string; phone: string; token?: string | null | undefined },
): Promise<Response> {
  throw authErrors.phone_provider_disabled()
}
