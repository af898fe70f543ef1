import { randomUUID } from 'node:crypto'
import { userBody } from '../accounts/user-body.ts'
import { respondWithSignIn } from '../responses.ts'
import type { Call } from '../route-table.ts'
import { textOtp } from './otp.ts'
import type { PhoneOtpInput } from './otp.ts'
import { resendText } from './resend.ts'
import { signUpWithPhone } from './sign-up.ts'
import { redeemText } from './verify.ts'

// Handlers of calls that name a phone number instead of an address.

/**
 * POST /signup with a number: returns the user, who has to confirm by text message, or a session if numbers
 * need no confirmation.
 */
export async function signUpByPhone(
  call: Call,
  input: {
    phone: string
    password?: string | null | undefined
    data?: Record<string, unknown> | null | undefined
  },
): Promise<Response> {
  const result = await signUpWithPhone(call, input)
  return 'session' in result
    ? respondWithSignIn(call, result.session)
    : call.c.json(userBody(result.user, call.pool))
}

/**
 * POST /otp with a number. The message id is ours, because a provider's id would only exist for numbers that
 * got a message.
 */
export async function otpByPhone(call: Call, input: PhoneOtpInput): Promise<Response> {
  await textOtp(call, input)
  return call.c.json({ message_id: randomUUID() })
}

/** POST /resend with type `sms` or `phone_change`. */
export async function resendByPhone(call: Call, input: { type: string; phone: string }): Promise<Response> {
  await resendText(call, input)
  return call.c.json({ message_id: randomUUID() })
}

/** POST /verify with a number, for the types `sms` and `phone_change`. */
export async function verifyByPhone(
  call: Call,
  input: { type: string; phone: string; token?: string | null | undefined },
): Promise<Response> {
  const { session, passwordNeeded } = await redeemText(call, input)
  call.c.header('cache-control', 'no-store')
  return respondWithSignIn(call, session, passwordNeeded ? { password_needed: true } : {})
}
