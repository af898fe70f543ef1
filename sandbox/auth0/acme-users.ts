import { createHash } from 'node:crypto'
import type { OidcUser } from '../oidc.ts'

/** Those of the login page's buttons; others are made up by typing. */
export const DEMO_USERS = [
  { email: 'ada@acme.example', name: 'Ada Acme' },
  { email: 'ben@acme.example', name: 'Ben Acme' },
]

/** Those who signed in since the start; the same address is the same person. */
export class AcmeUsers {
  #known = new Map<string, OidcUser>()

  upsert(email: string, name: string, emailVerified: boolean): OidcUser {
    const sub = `auth0|${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24)}`
    const nickname = email.split('@')[0]!
    const person = { sub, email, name: name || email, nickname, emailVerified }
    this.#known.set(sub, person)
    return person
  }

  find(sub: string): OidcUser | undefined {
    return this.#known.get(sub)
  }
}
