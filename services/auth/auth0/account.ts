import { sqlState } from '#kernel/db/database-error.ts'
import type { Pool } from '../pool.ts'
import { insertIdentity, identityOf, renewIdentity, renewMetadata } from '../providers/identities.ts'
import { ConcurrentChange } from '../providers/find-account.ts'
import { readProfile } from '../providers/profile.ts'
import type { Profile } from '../providers/profile.ts'
import { makeProvider } from '../providers/provider.ts'
import { build, jsonb, now } from '../statements.ts'
import type { Run } from '../statements.ts'
import type { Auth0Application } from './application.ts'
import type { Auth0Claims } from './id-token.ts'

/** The provider name of these identities. */
export const AUTH0 = 'auth0'

/**
 * Returns the account for an ID token. It is found only by tenant, issuer and subject, and created at the
 * first sign-in. An address never leads to an existing account. A new account gets the address if Auth0 has
 * verified it and no user in the pool has it. Runs in the caller's transaction.
 * @throws {ConcurrentChange} if a concurrent sign-in of the same person was faster
 */
export async function auth0Account(
  run: Run,
  pool: Pool,
  application: Auth0Application,
  claims: Auth0Claims,
): Promise<string> {
  const profile = profileOf(application, claims)
  const key = { ...profile, sub: `${application.issuer}${claims.sub}` }
  const [identity] = await run(identityOf(pool, AUTH0, key.sub))
  if (identity) {
    await run(renewIdentity(pool, identity.id, key))
    await run(renewMetadata(pool, identity.user_id, profile.data))
    if (profile.emailVerified) await addressOf(run, pool, identity.user_id, profile.email!)
    return identity.user_id
  }
  const made =
    (profile.emailVerified && (await insert(run, pool, profile))) ||
    (await insert(run, pool, { ...profile, email: undefined }))
  if (!made || !(await insertIdentity(run, pool, made, AUTH0, key))) throw new ConcurrentChange()
  return made
}

async function insert(run: Run, pool: Pool, { email, data }: Profile): Promise<string | undefined> {
  const [created] = await run(
    build
      .insertInto('auth.users')
      .values({
        pool_id: pool.id,
        email: email ?? null,
        email_confirmed_at: email ? now : null,
        raw_user_meta_data: jsonb(data),
        raw_app_meta_data: jsonb({ provider: AUTH0, providers: [AUTH0] }),
      })
      // Another user has the address.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  )
  return created?.id
}

/** @throws {ConcurrentChange} if another user took the address at the same moment */
async function addressOf(run: Run, pool: Pool, userId: string, email: string): Promise<void> {
  await run(takeAddress(pool, userId, email)).catch((cause: unknown) => {
    throw sqlState(cause) === '23505' ? new ConcurrentChange() : cause
  })
}

/**
 * Stores the current verified address, unless another user has it or the account has one that was proven
 * here.
 */
const takeAddress = (pool: Pool, userId: string, email: string) =>
  build
    .updateTable('auth.users as u')
    .set({ email, email_confirmed_at: now })
    .where('u.pool_id', '=', pool.id)
    .where('u.id', '=', userId)
    .where((eb) => eb.or([eb('u.email', 'is', null), eb('u.encrypted_password', 'is', null)]))
    .where((eb) => eb('u.email', 'is distinct from', email))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('auth.users as other')
            .select('other.id')
            .where('other.pool_id', '=', pool.id)
            .where('other.email', '=', email),
        ),
      ),
    )

/** The claims that are stored. Names come from the verified token, never from the browser. */
function profileOf({ issuer, clientId }: Auth0Application, claims: Auth0Claims): Profile {
  const reader = makeProvider({
    name: 'custom:auth0',
    title: 'Auth0',
    enabled: true,
    clientId,
    secret: () => '',
    config: { protocol: 'oidc', issuer, attribute_mapping: { user_name: 'nickname' } },
  })!
  const profile = readProfile(reader, claims)!
  const nickname = profile.data['user_name']
  return { ...profile, data: { ...profile.data, ...(nickname ? { nickname } : {}) } }
}
