import * as z from 'zod'

/** Settings about which passwords people may choose. */
export const passwordSettings = {
  AUTH_PASSWORD_RULE: z.enum(['strong', 'basic']).default('strong'),
  AUTH_PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).optional(),
}
type Given = z.output<z.ZodObject<typeof passwordSettings>>

/** Characters that each rule asks for at least; `basic` is the official service's. */
const LEAST = { strong: 8, basic: 6 }

export interface PasswordRule {
  passwordMinLength: number
  /** Whether passwords must withstand guessing as well; the official service asks for a length alone. */
  passwordStrength: boolean
}

export const passwordRule = (s: Given): PasswordRule => ({
  passwordMinLength: s.AUTH_PASSWORD_MIN_LENGTH ?? LEAST[s.AUTH_PASSWORD_RULE],
  passwordStrength: s.AUTH_PASSWORD_RULE === 'strong',
})

/** What is wrong with the settings, in words. */
export function passwordFaults(s: Given): string[] {
  const least = LEAST[s.AUTH_PASSWORD_RULE]
  if ((s.AUTH_PASSWORD_MIN_LENGTH ?? least) >= least) return []
  return [
    `AUTH_PASSWORD_MIN_LENGTH must be at least ${least}: raise it, or set AUTH_PASSWORD_RULE=basic, which allows ${LEAST.basic}`,
  ]
}
