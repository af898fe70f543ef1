import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** Seconds for which one code is valid (the time step of RFC 6238). */
const PERIOD = 30
/** SHA-1 and six digits, which every authenticator app supports. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: PERIOD }

/** A new shared secret in the three forms that a user may import. */
export interface NewTotp {
  /** Base32. */
  secret: string
  /** `otpauth://…`, the format of authenticator apps. */
  uri: string
  /** The same as an SVG image, without characters that would end a data URL. */
  qr_code: string
}

/**
 * Creates a secret of 160 bits (RFC 4226 section 4).
 * @param issuer the brand that the app shows
 * @param label the account
 */
export function newTotp(issuer: string, label: string): NewTotp {
  const secret = new Secret({ size: 20 })
  // A colon separates issuer and label in the format.
  const plain = (text: string) => text.replaceAll(':', ' ').trim()
  const uri = new TOTP({ ...SHAPE, issuer: plain(issuer), label: plain(label), secret }).toString()
  return { secret: secret.base32, uri, qr_code: renderSVG(uri, { ecc: 'M', pixelSize: 4, border: 2 }) }
}

/**
 * Returns the time step of a code, at most one step early or late, or undefined for a wrong code. The caller
 * must ensure that a step is used once (RFC 6238 section 5.2).
 * @param at milliseconds since 1970
 */
export function matchTotp(secret: string, code: string, at: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) }).validate({
    token: code,
    timestamp: at,
    window: 1,
  })
  return delta === null ? undefined : Math.floor(at / 1000 / PERIOD) + delta
}
