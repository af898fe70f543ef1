import { respondWithSignIn, originOf } from '../responses.ts'
import { readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import { otpByPhone, resendByPhone, verifyByPhone } from '../phone/phone-calls.ts'
import { codeReturnAddress } from '../redirects.ts'
import type { Call } from '../route-table.ts'
import { usesCookie } from '../sessions/session-cookie.ts'
import { CONFIRM_OTHER_MAILBOX, withCode } from './mail-responses.ts'
import { otpInput, recoverInput, resendInput, verifyInput } from './mail-inputs.ts'
import { mailOtp } from './otp.ts'
import { mailRecovery } from './recover.ts'
import { resendMail, resendChannel } from './resend.ts'
import { readMailRequest } from './token-mails.ts'
import { verify as redeem } from './verify.ts'

/** POST /otp: sends a link and a code to sign in with, or a code by text message. */
export async function otp(call: Call): Promise<Response> {
  const input = await readBody(call.c, otpInput)
  if (input.email && input.phone)
    throw authErrors.validation_failed({ text: 'Only an email address or phone number should be provided' })
  if (input.phone) return otpByPhone(call, { ...input, phone: input.phone })
  if (!input.email) throw authErrors.validation_failed({ text: 'One of email or phone must be set' })
  if (input.channel)
    throw authErrors.validation_failed({ text: 'Channel should only be specified with Phone OTP' })
  await mailOtp(call.auth, call.pool, input, readMailRequest(call, input))
  return call.c.json({})
}

/** POST /magiclink: same as POST /otp with an address. */
export async function magicLink(call: Call): Promise<Response> {
  const input = await readBody(call.c, otpInput)
  await mailOtp(call.auth, call.pool, input, readMailRequest(call, input))
  return call.c.json({})
}

/** POST /recover: the response is the same whether or not the user exists. */
export async function recover(call: Call): Promise<Response> {
  const input = await readBody(call.c, recoverInput)
  await mailRecovery(call.auth, call.pool, input, readMailRequest(call, input))
  return call.c.json({})
}

/** POST /resend: the response is the same whether or not the user exists. */
export async function resend(call: Call): Promise<Response> {
  const input = await readBody(call.c, resendInput)
  const target = resendChannel(input)
  if ('phone' in target) return resendByPhone(call, { type: input.type, ...target })
  await resendMail(call.auth, call.pool, { type: input.type, ...target }, readMailRequest(call, input))
  return call.c.json({})
}

/**
 * POST /verify: exchanges a token or code from an email for a session. If a client requested the email with a
 * challenge, the link's token returns `{redirect_to}` instead: the address, including the code for that
 * client, to which the page must redirect.
 */
export async function verify(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  usesCookie(c, pool)
  const input = await readBody(c, verifyInput)
  if (input.phone && !input.token_hash) return verifyByPhone(call, { ...input, phone: input.phone })
  const verified = await redeem(auth, pool, input, originOf(c))
  c.header('cache-control', 'no-store')
  // The status is a string, as the official service writes it.
  if (verified.outcome === 'half') return c.json({ msg: CONFIRM_OTHER_MAILBOX, code: '200' })
  if (verified.outcome === 'session')
    return respondWithSignIn(call, verified.session, verified.passwordNeeded ? { password_needed: true } : {})
  const page = codeReturnAddress(auth.kernel.config.publicUrl, pool, verified.redirectTo)
  return c.json({ redirect_to: withCode(page, verified.code) })
}
