import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { authErrors } from '../errors.ts'
import type { Wallet } from './wallet.ts'
import { readWalletMessage } from './wallet-message.ts'

const SIGNATURE = /^(?:0x)?[0-9a-f]{130}$/i
/** EIP-155: a positive number. */
const CHAIN_ID = /^[1-9]\d{0,19}$/

/**
 * Sign-In with Ethereum (EIP-4361) for accounts with a private key. Contract accounts (EIP-1271) are not
 * supported.
 */
export const ethereum: Wallet = {
  title: 'Ethereum',
  setting: 'web3_ethereum',
  read(message, signature) {
    if (!SIGNATURE.test(signature))
      throw authErrors.validation_failed({
        text: 'signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string',
      })
    const read = readWalletMessage(message, 'Ethereum', /^0x[0-9a-f]{40}$/i)
    if (!CHAIN_ID.test(read.chainId ?? ''))
      throw authErrors.validation_failed({ text: 'Chain ID is not valid' })
    // Capital letters in the address are a checksum (EIP-55), not another account.
    return { ...read, address: read.address.toLowerCase() }
  },
  signed({ raw, address }, signature) {
    return signerOf(raw, Buffer.from(signature.replace(/^0x/i, ''), 'hex')) === address
  },
}

/** The hash that wallets sign for `personal_sign` (EIP-191, version 0x45). */
export function personalHash(message: string): Uint8Array {
  const bytes = Buffer.from(message)
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]))
}

/**
 * Derives the address of a public key: the last 20 bytes of its Keccak hash.
 * @param key 65 bytes, uncompressed
 */
export const addressOf = (key: Uint8Array): string =>
  `0x${Buffer.from(keccak_256(key.slice(1)).slice(-20)).toString('hex')}`

/**
 * @param signature r, s and v (27 or 28; some wallets write 0 or 1)
 * @returns undefined if the signature is invalid
 */
function signerOf(message: string, signature: Buffer): string | undefined {
  const v = signature[64]!
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 1) return undefined
  try {
    const point = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(personalHash(message))
    return addressOf(point.toBytes(false))
  } catch {
    // The values are not on the curve.
    return undefined
  }
}
