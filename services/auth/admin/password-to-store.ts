import { authErrors } from '../errors.ts'
import { inStoredForm } from '../passwords/imported-hash.ts'
import { hashPassword, isImportable } from '../passwords/password-hash.ts'

/**
 * Returns the hash to store for what the operator sent: the hash of a password, or an imported hash
 * unchanged, which is replaced at the next sign-in.
 * @returns undefined if nothing was sent
 * @throws {AppError} 400 validation_failed
 */
export async function passwordHashToStore(
  { password, password_hash: imported }: { password?: string | null; password_hash?: string | null },
  check: (password: string) => void,
): Promise<string | undefined> {
  if (password && imported)
    throw authErrors.validation_failed({ text: 'Only a password or a password hash should be provided' })
  if (imported) return requireImportableHash(imported)
  if (!password) return undefined
  check(password)
  return hashPassword(password)
}

/** @throws {AppError} 400 validation_failed for a hash that we cannot verify, or only at too high a cost */
export function requireImportableHash(hash: string): string {
  const stored = inStoredForm(hash)
  if (isImportable(stored)) return stored
  throw authErrors.validation_failed({
    text: 'password_hash must be an argon2, bcrypt, scrypt or pbkdf2 hash of moderate cost',
  })
}
