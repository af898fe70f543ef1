import { createPrivateKey, X509Certificate } from 'node:crypto'
import * as z from 'zod'

/** Text in PEM, whose lines may be joined by `\n`, as in a file of settings. */
const pem = z
  .string()
  .transform((text) => text.replaceAll(String.raw`\n`, '\n'))
  .optional()

/** Settings for passes of Apple Wallet; kernel/config.ts reads them with all others. */
export const walletSettings = {
  APPLE_WALLET_CERTIFICATE: pem,
  APPLE_WALLET_KEY: pem,
  APPLE_WALLET_KEY_PASSPHRASE: z.string().optional(),
  APPLE_WALLET_WWDR: pem,
}

type WalletSettings = { [Name in keyof typeof walletSettings]?: string | undefined }

/** What signs passes of Apple Wallet. Certificates and key are PEM. */
export interface WalletConfig {
  /** As Apple registered it: `pass.example.tickets`. */
  passType: string
  /** The developer team that owns the pass type: ten characters. */
  team: string
  certificate: string
  /** PKCS #8, not encrypted. */
  key: string
  /** Apple's intermediate certificate that issued `certificate`. */
  issuer: string
  /** Devices refuse passes that are signed later, in milliseconds since 1970. */
  validUntil: number
}

const NEEDED = ['APPLE_WALLET_CERTIFICATE', 'APPLE_WALLET_KEY', 'APPLE_WALLET_WWDR'] as const

/** @returns undefined if the operator gave no certificate @throws if the settings have faults */
export function walletConfig(s: WalletSettings): WalletConfig | undefined {
  if (!NEEDED.every((name) => s[name])) return undefined
  const certificate = new X509Certificate(s.APPLE_WALLET_CERTIFICATE!)
  const issuer = new X509Certificate(s.APPLE_WALLET_WWDR!)
  const { passType, team } = subjectOf(certificate)
  return {
    passType: passType!,
    team: team!,
    certificate: certificate.toString(),
    key: keyOf(s).export({ type: 'pkcs8', format: 'pem' }).toString(),
    issuer: issuer.toString(),
    validUntil: Math.min(Date.parse(certificate.validTo), Date.parse(issuer.validTo)),
  }
}

/** Describes settings that cannot sign a pass, with the remedy. A certificate that has expired is no fault: passes are no longer offered. */
export function walletFaults(s: WalletSettings): string[] {
  const missing = NEEDED.filter((name) => !s[name])
  if (missing.length === NEEDED.length) return []
  if (missing.length)
    return [`${missing.join(' and ')} is missing: Apple Wallet needs all of ${NEEDED.join(', ')}`]
  const unreadable = [
    ['APPLE_WALLET_CERTIFICATE', () => new X509Certificate(s.APPLE_WALLET_CERTIFICATE!)],
    ['APPLE_WALLET_WWDR', () => new X509Certificate(s.APPLE_WALLET_WWDR!)],
    ['APPLE_WALLET_KEY', () => keyOf(s)],
  ].filter(([, read]) => !succeeds(read as () => unknown))
  if (unreadable.length)
    return unreadable.map(
      ([name]) =>
        `${String(name)} cannot be read: set the PEM text${name === 'APPLE_WALLET_KEY' ? ', and APPLE_WALLET_KEY_PASSPHRASE if it is encrypted' : ''}`,
    )
  const certificate = new X509Certificate(s.APPLE_WALLET_CERTIFICATE!)
  const { passType, team } = subjectOf(certificate)
  const faults: string[] = []
  if (!passType || !team)
    faults.push(
      'APPLE_WALLET_CERTIFICATE is no certificate of a pass type: create a Pass Type ID at developer.apple.com',
    )
  if (keyOf(s).asymmetricKeyType !== 'rsa' || !certificate.checkPrivateKey(keyOf(s)))
    faults.push('APPLE_WALLET_KEY is not the RSA key of APPLE_WALLET_CERTIFICATE: set the key of its request')
  const issuer = new X509Certificate(s.APPLE_WALLET_WWDR!)
  if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey))
    faults.push(
      'APPLE_WALLET_WWDR did not issue APPLE_WALLET_CERTIFICATE: set the generation that its issuer names',
    )
  return faults
}

const keyOf = (s: WalletSettings) =>
  createPrivateKey({ key: s.APPLE_WALLET_KEY!, passphrase: s.APPLE_WALLET_KEY_PASSPHRASE ?? '' })

/** Apple writes both into the certificate, so they are no settings that could differ from it. */
const subjectOf = ({ subject }: X509Certificate) => ({
  passType: /^UID=(pass\..+)$/m.exec(subject)?.[1],
  team: /^OU=([A-Z0-9]{10})$/m.exec(subject)?.[1],
})

function succeeds(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
