import * as z from 'zod/mini'
import { metadata, text } from '../contract.ts'

const pkce = { code_challenge: text(128), code_challenge_method: text(10) }
const type = z.string().check(z.maxLength(30))

export const otpInput = z.object({
  email: text(1000),
  phone: text(100),
  /** Whether an unknown address gets an account; defaults to true. */
  create_user: z.nullish(z.boolean()),
  data: metadata,
  channel: text(30),
  ...pkce,
})
export type OtpInput = z.output<typeof otpInput>

export const recoverInput = z.object({ email: text(1000), ...pkce })
export type RecoverInput = z.output<typeof recoverInput>

export const resendInput = z.object({ type, email: text(1000), phone: text(100), ...pkce })

export const verifyInput = z.object({
  type,
  email: text(1000),
  phone: text(100),
  token: text(1000),
  token_hash: text(1000),
})
export type VerifyInput = z.output<typeof verifyInput>
