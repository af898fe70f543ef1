import * as z from 'zod/mini'
import { uuid } from '#kernel/contract.ts'

const text = (max: number) => z.nullish(z.string().check(z.maxLength(max)))

// oxlint-disable-next-line no-control-regex -- this pattern finds control characters
const CONTROL = /[\u0000-\u001f\u007f]/

/** The user's name for a factor; defaults to the empty name. */
export const friendlyName = z.nullish(
  z.string().check(
    z.trim(),
    z.maxLength(120, 'must be 120 characters or less'),
    z.refine((name) => !CONTROL.test(name) && name.isWellFormed(), 'must not contain control characters'),
  ),
)

export const enrollInput = z.object({
  factor_type: text(30),
  friendly_name: friendlyName,
  issuer: z.nullish(
    z.string().check(
      z.maxLength(100),
      z.refine((name) => !CONTROL.test(name) && name.isWellFormed(), 'must not contain control characters'),
    ),
  ),
  phone: text(100),
})
export type EnrollInput = z.output<typeof enrollInput>

export const challengeInput = z.object({ channel: text(30) })

export const verifyFactorInput = z.object({
  challenge_id: uuid,
  code: text(100),
  webauthn: z.nullish(z.object({ type: text(30), credential_response: z.nullish(z.unknown()) })),
})
export type VerifyFactorInput = z.output<typeof verifyFactorInput>

export const recoveryNameInput = z.object({ friendly_name: friendlyName })
export const recoveryCodeInput = z.object({ code: text(200) })
