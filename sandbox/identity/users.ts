import { createHash } from 'node:crypto'
import type { OidcUser } from '../oidc.ts'

/** Users who signed in since the start, identified by their email. */
export class IdentityUsers {
  #known = new Map<string, OidcUser>()

  upsert(email: string, name: string, emailVerified: boolean): OidcUser {
    const sub = `sandbox-${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24)}`
    const person = { sub, email, name, emailVerified }
    this.#known.set(sub, person)
    return person
  }

  find(sub: string): OidcUser | undefined {
    return this.#known.get(sub)
  }
}
