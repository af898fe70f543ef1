import { createHash } from 'node:crypto'
import type { Role } from '#kernel/db/claims.ts'

/** Number of uses from which a statement gets a prepared plan. */
const MIN_USES = 2
/** Prepared plans per role and connection: a connection never drops one, and callers control the texts. */
const MAX_PLANS = 250
/** Texts without a plan whose uses are counted. */
const MAX_WATCHED = 2000
/** Characters. Longer texts are too rare to be worth the memory. */
const MAX_TEXT_LENGTH = 4000

/**
 * Names the prepared plan of a statement: the same text gets the same name in every process. A text gets no
 * name at its first use, and the number of names per role is limited, so that no caller can fill the
 * database's memory with plans of one use. A statement without a name is planned each time and works the same otherwise.
 */
export function createStatementNames(): (text: string, role: Role) => string | undefined {
  const named = new Map<Role, Map<string, string>>()
  const watched = new Map<string, number>()
  return (text, role) => {
    const names = named.get(role) ?? new Map<string, string>()
    named.set(role, names)
    const known = names.get(text)
    if (known || names.size >= MAX_PLANS || text.length > MAX_TEXT_LENGTH) return known
    const key = `${role} ${text}`
    const uses = (watched.get(key) ?? 0) + 1
    if (uses < MIN_USES) {
      if (watched.size >= MAX_WATCHED) watched.clear()
      watched.set(key, uses)
      return undefined
    }
    watched.delete(key)
    const name = `rest_${createHash('sha256').update(text).digest('base64url').slice(0, 27)}`
    names.set(text, name)
    return name
  }
}
