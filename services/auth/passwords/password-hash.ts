import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import type { ParsedHashOptions } from '@node-rs/argon2'
import { importedCheck } from './imported-hash.ts'
import { workQueue } from './work-queue.ts'

/**
 * OWASP's first choice for argon2id (the library's default variant): 19 MiB, two passes, one lane. Takes
 * about 5 ms of one core.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One hash per core at a time, and a queue that waits at most about a second.
const runQueued = workQueue(availableParallelism(), 200 * availableParallelism())

/**
 * Hashes a password with argon2id. All its bytes count.
 * @returns the PHC string, for example `$argon2id$v=19$m=19456,t=2,p=1$…`
 * @throws {AppError} 429 if too many are waiting
 */
export const hashPassword = (password: string): Promise<string> => runQueued(() => hash(password, COST))

// Compared if there is no user or no password, so that the response takes the same time.
const placeholderHash = hash('no user has this password', COST)

/**
 * Checks whether the password matches the hash. Without a hash it does the same work and returns false.
 * @throws {AppError} 429 if too many are waiting
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await placeholderHash)
  const check = against.startsWith('$argon2') ? undefined : importedCheck(against)
  const right = await runQueued(() => (check ?? argon2(against))(password))
  return right && stored != null
}

const argon2 = (stored: string) => (password: string) => verify(stored, password).catch(() => false)

/** True if a stored hash costs less than ours, so that it should be replaced at the next sign-in. */
export function isWeaker(stored: string): boolean {
  const cost = costOf(stored)
  if (!cost || !stored.startsWith('$argon2id$')) return true
  return cost.memoryCost < COST.memoryCost || cost.timeCost < COST.timeCost
}

/**
 * True for a hash that costs little more to verify than ours: argon2 with at most 64 MiB and ten
 * passes, or a hash of imported-hash.ts.
 */
export function isImportable(stored: string): boolean {
  if (stored.length > 512) return false
  if (!stored.startsWith('$argon2')) return importedCheck(stored) !== undefined
  const cost = costOf(stored)
  return !!cost && cost.memoryCost <= 65_536 && cost.timeCost <= 10 && cost.parallelism <= 4
}

function costOf(stored: string): ParsedHashOptions | undefined {
  try {
    return parseOptions(stored)
  } catch {
    return undefined
  }
}
