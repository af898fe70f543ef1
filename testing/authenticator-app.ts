import { Secret, TOTP } from 'otpauth'

/**
 * The code that an authenticator app shows for a secret.
 * @param stepsAway time steps of 30 seconds from now; the server takes -1, 0 and 1, each once
 */
export const totpCode = (secret: string, stepsAway = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAway * 30_000 })
