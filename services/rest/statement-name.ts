import { createHash } from 'node:crypto'
import type { Role } from '#kernel/db/claims.ts'

/** Uses after which a statement is worth a prepared plan. */
const WORTH = 2
/** Plans per role and connection: a connection never forgets one, and callers choose the texts. */
const MOST_PLANS = 250
/** Texts being watched that have no plan yet. */
const MOST_WATCHED = 2000
/** Characters of a text that is worth keeping; longer ones are nobody's everyday request. */
const LONGEST = 4000

/**
 * Gives a statement the name of its prepared plan: the same text, the same name, in every process. A text seen for
 * the first time gets none, and there is an end to the names of a role, so that nobody can fill the memory of the
 * database with plans of one use; such a statement is planned each time and otherwise the same.
 */
export function createStatementNames(): (text: string, role: Role) => string | undefined {
  const named = new Map<Role, Map<string, string>>()
  const watched = new Map<string, number>()
  return (text, role) => {
    const names = named.get(role) ?? new Map<string, string>()
    named.set(role, names)
    const known = names.get(text)
    if (known || names.size >= MOST_PLANS || text.length > LONGEST) return known
    const key = `${role} ${text}`
    const uses = (watched.get(key) ?? 0) + 1
    if (uses < WORTH) {
      if (watched.size >= MOST_WATCHED) watched.clear()
      watched.set(key, uses)
      return undefined
    }
    watched.delete(key)
    const name = `rest_${createHash('sha256').update(text).digest('base64url').slice(0, 27)}`
    names.set(text, name)
    return name
  }
}
