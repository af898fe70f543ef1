import { ed25519 } from '@noble/curves/ed25519.js'
import { authErrors } from '../errors.ts'
import { fromBase58 } from './base58.ts'
import type { Wallet } from './wallet.ts'
import type { WalletMessage } from './wallet-message.ts'
import { readWalletMessage } from './wallet-message.ts'

/** 64 bytes in base64 or base64url, with or without padding. */
const SIGNATURE = /^[\w+/-]{86}(?:==)?$/
const CHAIN_ID = /^(?:solana:)?(?:main|dev|test|local)net$/

/** Sign In With Solana (github.com/phantom/sign-in-with-solana). */
export const solana: Wallet = {
  title: 'Solana',
  setting: 'web3_solana',
  read(message, signature) {
    if (!SIGNATURE.test(signature))
      throw authErrors.validation_failed({
        text: 'signature must be 64 bytes encoded as base64 with or without padding',
      })
    const read = readWalletMessage(message, 'Solana', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    if (read.chainId !== undefined && !CHAIN_ID.test(read.chainId))
      throw authErrors.validation_failed({ text: 'Chain ID is not valid' })
    return read
  },
  signed(message, signature) {
    const key = fromBase58(message.address)
    if (key?.length !== 32) return false
    const bytes = Buffer.from(signature, 'base64')
    const verify = (signed: Uint8Array) => ed25519.verify(bytes, signed, key, { zip215: false })
    try {
      return verify(Buffer.from(message.raw)) || verify(offChainMessage(message, key))
    } catch {
      // The key is not a point on the curve.
      return false
    }
  },
}

/**
 * The wrapped form that hardware wallets sign instead of the bare message
 * (docs.anza.xyz/proposals/off-chain-message-signing).
 */
export function offChainMessage(
  { raw, domain }: Pick<WalletMessage, 'raw' | 'domain'>,
  key: Uint8Array,
): Buffer {
  const text = Buffer.from(raw)
  const application = Buffer.alloc(32)
  application.write(domain)
  const length = Buffer.alloc(2)
  length.writeUInt16LE(text.length)
  // After the prefix: version 0, then message format 0 (ASCII) and one signer.
  return Buffer.concat([
    Buffer.from('\xffsolana offchain\0', 'latin1'),
    application,
    Buffer.from([0, 1]),
    key,
    length,
    text,
  ])
}
