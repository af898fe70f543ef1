import { createRequire } from 'node:module'

type Argon2 = Pick<typeof import('@node-rs/argon2'), 'hash' | 'verify'>

/** Hashes by password and cost, and the password of each. */
const hashes = new Map<string, Promise<string>>()
const passwords = new Map<string, string>()
let isOn = false

/**
 * Remembers the password hashes that this process has computed: the next user with the same password gets the same hash,
 * and that it matches is known. A hash takes 12 ms of processor time, and tests sign up thousands of users with a few
 * passwords. A wrong password is still checked.
 */
export function rememberHashes(on: boolean): void {
  isOn = on
}

/** Whether a test file measures hashes or looks at them, so that each has to be computed. */
export const needsRealHashes = (text: string): boolean =>
  /argon2|bcrypt|encrypted_password|passwords\/|testing\/timing/.test(text)

/** Modules that import the library later get these functions. */
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as Argon2
const { hash, verify } = argon2

argon2.hash = async (password, options, signal) => {
  if (!isOn) return hash(password, options, signal)
  const key = JSON.stringify([String(password), options])
  const known = hashes.get(key) ?? hash(password, options, signal)
  hashes.set(key, known)
  try {
    const computed = await known
    passwords.set(computed, String(password))
    return computed
  } catch (error) {
    // Aborted or out of memory: the next one may succeed.
    if (hashes.get(key) === known) hashes.delete(key)
    throw error
  }
}

argon2.verify = async (stored, password, options, signal) =>
  isOn && passwords.get(String(stored)) === String(password)
    ? true
    : verify(stored, password, options, signal)
