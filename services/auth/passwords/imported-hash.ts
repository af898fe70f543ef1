import { createCipheriv, pbkdf2, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import { verifyBcrypt } from './bcrypt.ts'

/**
 * Parses the hashes of one system. Returns undefined for any other text, or if verifying would cost too much.
 */
type Maker = (stored: string) => Check | undefined
type Check = (password: string) => Promise<boolean>

// The maximum cost of one verification: about half a second of one core and 128 MiB, no matter who
// imported the hash.
const MAX_BCRYPT_ROUNDS = 13
const MAX_SCRYPT_WORK = 2 ** 20
const MAX_PBKDF2_WORK = 2_000_000

const scryptAsync = promisify<string | Buffer, Buffer, number, object, Buffer>(scrypt)
const pbkdf2Async = promisify(pbkdf2)

const bcrypt: Maker = (stored) => {
  const found = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(stored)
  const rounds = Number(found?.[1])
  if (!found || rounds < 4 || rounds > MAX_BCRYPT_ROUNDS) return undefined
  return (password) => verifyBcrypt(stored, password)
}

/** `$scrypt$ln=15,r=8,p=1$salt$hash` (PHC string format, as passlib and others write it). */
const scryptPhc: Maker = (stored) => {
  const found = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([^$]+)\$([^$]+)$/.exec(stored)
  const [salt, hash] = [bytes(found?.[4]), bytes(found?.[5])]
  const cost = scryptCost(Number(found?.[1]), Number(found?.[2]), Number(found?.[3]))
  if (!salt || !hash || !cost || !isHash(hash)) return undefined
  return async (password) => sameBytes(await scryptAsync(password, salt, hash.length, cost), hash)
}

/**
 * `$fbscrypt$v=1,n=14,r=8,p=1,ss=<separator>,sk=<signer key>$salt$hash`: Firebase's scrypt as supabase/auth writes it.
 * The hash is the project's signer key, encrypted (AES-256-CTR, IV of zeros) under scrypt(password, salt + separator).
 */
const scryptFirebase: Maker = (stored) => {
  const found =
    /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})(?:,ss=([^,$]+))?,sk=([^$]+)\$([^$]+)\$([^$]+)$/.exec(
      stored,
    )
  const [signer, salt, hash] = [bytes(found?.[5]), bytes(found?.[6]), bytes(found?.[7])]
  const separator = bytes(found?.[4]) ?? Buffer.alloc(0)
  const cost = scryptCost(Number(found?.[1]), Number(found?.[2]), Number(found?.[3]))
  if (!signer || !salt || !hash || !cost || !isHash(hash)) return undefined
  return async (password) => {
    const key = await scryptAsync(password, Buffer.concat([salt, separator]), 32, cost)
    const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
    return sameBytes(Buffer.concat([cipher.update(signer), cipher.final()]), hash)
  }
}

/** `$pbkdf2-sha256$29000$salt$hash` (passlib) and `$pbkdf2-sha256$i=29000,l=32$salt$hash` (PHC). */
const pbkdf2Phc: Maker = (stored) => {
  const found = /^\$pbkdf2-(sha256|sha512)\$(?:i=)?(\d{1,8})(?:,l=\d{1,3})?\$([^$]+)\$([^$]+)$/.exec(stored)
  const [salt, hash] = [bytes(found?.[3]), bytes(found?.[4])]
  if (!found || !salt || !hash || !isHash(hash)) return undefined
  const digest = found[1]!
  const rounds = Number(found[2])
  const blocks = Math.ceil(hash.length / (digest === 'sha256' ? 32 : 64))
  if (rounds < 1 || rounds * blocks > MAX_PBKDF2_WORK) return undefined
  return async (password) => sameBytes(await pbkdf2Async(password, salt, rounds, hash.length, digest), hash)
}

/** @returns undefined for a cost out of bounds; `work` is N × r × p, and memory 128 × N × r bytes */
function scryptCost(logN: number, r: number, p: number) {
  const work = 2 ** logN * r * p
  if (!(logN >= 1 && r >= 1 && p >= 1 && work <= MAX_SCRYPT_WORK)) return undefined
  return { N: 2 ** logN, r, p, maxmem: 2 * 128 * 2 ** logN * r + 1024 * 1024 }
}

/** Base64 of any of the alphabets in use (`.` is passlib's `+`), with or without padding. */
function bytes(text: string | undefined): Buffer | undefined {
  if (!text || text.length > 512 || !/^[A-Za-z0-9+/._-]+={0,2}$/.test(text)) return undefined
  return Buffer.from(text.replaceAll('.', '+'), 'base64')
}

const isHash = ({ length }: Buffer) => length >= 16 && length <= 128

const makers = [bcrypt, scryptPhc, scryptFirebase, pbkdf2Phc]

/**
 * Returns how to verify a hash of another system, or undefined if its format is unknown or its cost too high.
 */
export function importedCheck(stored: string): Check | undefined {
  for (const maker of makers) {
    const check = maker(stored)
    if (check) return check
  }
  return undefined
}

/**
 * Converts Django's `pbkdf2_sha256$rounds$salt$hash` to the PHC form that is stored. Other texts are
 * unchanged.
 */
export function inStoredForm(hash: string): string {
  const django = /^pbkdf2_sha256\$(\d{1,8})\$([^$]{1,128})\$([^$]+)$/.exec(hash)
  if (!django) return hash
  const salt = Buffer.from(django[2]!).toString('base64').replaceAll('=', '')
  return `$pbkdf2-sha256$i=${django[1]}$${salt}$${django[3]}`
}
