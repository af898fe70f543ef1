import { readAddress } from '#kernel/browser/own-address.ts'
import { authErrors } from '../errors.ts'

/**
 * The message that a wallet signed, in the form of EIP-4361 (Ethereum) or of Sign In With Solana, which
 * adopted that form.
 */
export interface WalletMessage {
  /** As signed, byte for byte. */
  raw: string
  /** Host, with port, of the page that requested the signature. */
  domain: string
  /** The wallet's address, as written. */
  address: string
  statement?: string
  uri: URL
  chainId?: string
  /** Milliseconds since 1970, like the other times. */
  issuedAt: number
  expiresAt?: number
  notBefore?: number
}

const MIN_LENGTH = 64
const MAX_LENGTH = 20_000
const FIELDS = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
]
/** RFC 3339. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

const refuse = (text: string) => authErrors.validation_failed({ text })

/**
 * Parses a message line by line. Fields may come in any order, because wallets differ. A repeated or unknown
 * field is refused, so that two parsers cannot read a message differently.
 * @param chain as in the first line, for example `Ethereum`
 * @param address form of the second line
 * @throws {AppError} 400 validation_failed that names the problem
 */
export function readWalletMessage(raw: string, chain: string, address: RegExp): WalletMessage {
  if (raw.length < MIN_LENGTH) throw refuse('message is too short')
  if (raw.length > MAX_LENGTH) throw refuse('message must not exceed 20KB')
  const lines = raw.split('\n')
  const [, scheme, domain] =
    new RegExp(`^(?:(https?)://)?([^\\s/@]+) wants you to sign in with your ${chain} account:$`).exec(
      lines[0]!,
    ) ?? []
  if (!domain)
    throw refuse(`message must start with "{domain} wants you to sign in with your ${chain} account:"`)
  if (!address.test(lines[1] ?? '')) throw refuse(`wallet address is not a valid ${chain} address`)
  if (lines[2] !== '') throw refuse('third line of the message must be empty')
  const statement = lines[3] && lines[4] === '' ? lines[3] : undefined
  const fields = readFields(lines.slice(statement === undefined ? 3 : 5))
  if (fields.get('Version') !== '1') throw refuse('message must be of version 1')
  const uri = readAddress(fields.get('URI') ?? '', 'https://none.invalid')
  if (!uri || !/^https?:/i.test(fields.get('URI')!)) throw refuse('URI is missing or not a web address')
  if (scheme && `${scheme}:` !== uri.protocol) throw refuse('URI and the first line name different schemes')
  const issuedAt = readTime(fields, 'Issued At')
  if (issuedAt === undefined) throw refuse('Issued At is not specified')
  const expiresAt = readTime(fields, 'Expiration Time')
  const notBefore = readTime(fields, 'Not Before')
  const chainId = fields.get('Chain ID')
  return {
    raw,
    domain,
    address: lines[1]!,
    uri,
    issuedAt,
    ...(statement === undefined ? {} : { statement }),
    ...(chainId === undefined ? {} : { chainId }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(notBefore === undefined ? {} : { notBefore }),
  }
}

function readFields(lines: string[]): Map<string, string> {
  const fields = new Map<string, string>()
  let inResources = false
  for (const line of lines) {
    if (inResources && line.startsWith('- ')) {
      if (!URL.canParse(line.slice(2))) throw refuse('a resource of the message is not a URI')
      continue
    }
    // The official client writes it without the colon for Solana.
    inResources = line === 'Resources:' || line === 'Resources'
    if (inResources || line === '') continue
    const cut = line.indexOf(': ')
    const name = line.slice(0, Math.max(cut, 0))
    if (!FIELDS.includes(name)) throw refuse(`message has an unknown line: ${line.slice(0, 80)}`)
    if (fields.has(name)) throw refuse(`${name} is repeated in the message`)
    fields.set(name, line.slice(cut + 2))
  }
  return fields
}

function readTime(fields: Map<string, string>, name: string): number | undefined {
  const text = fields.get(name)
  if (text === undefined) return undefined
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw refuse(`${name} is not a valid ISO8601 timestamp`)
  return time
}
