import * as z from 'zod'

/** Settings for password rules. */
export const passwordSettings = {
  AUTH_PASSWORD_RULE: z.enum(['strong', 'basic']).default('strong'),
  AUTH_PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).optional(),
}
type Given = z.output<z.ZodObject<typeof passwordSettings>>

/** Minimum length that each rule requires; `basic` matches the official service. */
const LEAST = { strong: 8, basic: 6 }

export interface PasswordRule {
  passwordMinLength: number
  /** Whether passwords must also resist guessing; the official service only checks the length. */
  passwordStrength: boolean
}

export const passwordRule = (s: Given): PasswordRule => ({
  passwordMinLength: s.AUTH_PASSWORD_MIN_LENGTH ?? LEAST[s.AUTH_PASSWORD_RULE],
  passwordStrength: s.AUTH_PASSWORD_RULE === 'strong',
})

/** Describes invalid settings. */
export function passwordFaults(s: Given): string[] {
  const least = LEAST[s.AUTH_PASSWORD_RULE]
  if ((s.AUTH_PASSWORD_MIN_LENGTH ?? least) >= least) return []
  return [
    `AUTH_PASSWORD_MIN_LENGTH must be at least ${least}: raise it, or set AUTH_PASSWORD_RULE=basic, which allows ${LEAST.basic}`,
  ]
}
