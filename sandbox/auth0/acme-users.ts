import { createHash } from 'node:crypto'
import type { OidcUser } from '../oidc.ts'

/** Users with a button on the login page. Others are created by typing their email. */
export const DEMO_USERS = [
  { email: 'ada@acme.example', name: 'Ada Acme' },
  { email: 'ben@acme.example', name: 'Ben Acme' },
]

/** Users who signed in since the start, identified by their email. */
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
