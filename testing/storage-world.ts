import { makeTenant } from './factories.ts'
import type { TestTenant } from './factories.ts'
import { signUp } from './test-users.ts'
import { testApp } from './test-app.ts'
import type { TestApp, TestAppOptions } from './test-app.ts'

/** A user or visitor with the unmodified client, and the headers that it sends. */
export interface Person {
  id: string
  headers: Record<string, string>
  storage: ReturnType<TestApp['client']>['storage']
}

/** A tenant, its creator (who selects it with x-bb-pool), a visitor without a session, and members. */
export interface StorageTenant extends TestTenant {
  creator: Person
  visitor: Person
  /** Signs up a new member. */
  member(): Promise<Person>
}

/** The whole server with users who store files. */
export async function storageWorld(options: TestAppOptions = {}) {
  const app = await testApp({ ...options, env: { AUTH_LIMIT_FACTOR: '1000', ...options.env } })

  function person(key: string, token?: string, pool?: string, id = ''): Person {
    const headers = {
      apikey: key,
      authorization: `Bearer ${token ?? key}`,
      ...(pool ? { 'x-bb-pool': pool } : {}),
    }
    const client = app.client(key, {
      ...(token ? { accessToken: async () => token } : {}),
      global: { fetch: app.fetch, headers: pool ? { 'x-bb-pool': pool } : {} },
    })
    return { id, headers, storage: client.storage }
  }

  async function tenant(): Promise<StorageTenant> {
    const session = await signUp(app, app.anonKey)
    const made = await makeTenant(app.database, { owner: session.user.id })
    return {
      ...made,
      creator: person(app.anonKey, session.access_token, made.id, session.user.id),
      visitor: person(made.public_key),
      async member() {
        const { access_token, user } = await signUp(app, made.public_key)
        return person(made.public_key, access_token, undefined, user.id)
      },
    }
  }

  const operator = (pool?: string) => person(app.serviceKey, undefined, pool)
  /** Makes a request as a person, or without credentials. */
  const ask = (who: Person | undefined, path: string, init: RequestInit = {}) =>
    app.request(`/storage/v1${path}`, {
      ...init,
      headers: { ...who?.headers, ...(init.headers as Record<string, string>) },
    })

  return { app, tenant, person, operator, stranger: person(app.anonKey), ask }
}
