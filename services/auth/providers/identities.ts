import { sql } from 'kysely'
import type { UserRow } from '../accounts/user-body.ts'
import { insertEmailIdentity } from '../accounts/own-identities.ts'
import type { Pool } from '../pool.ts'
import { build, jsonb, now } from '../statements.ts'
import type { Run } from '../statements.ts'
import type { Profile } from './profile.ts'

/** An identity found by the provider's response. */
export interface FoundIdentity {
  id: string
  user_id: string
}

/** @param sub the person's id at the provider (OpenID Connect Core 2), not ours */
export const identityOf = (pool: Pool, provider: string, sub: string) =>
  build
    .selectFrom('auth.identities')
    .select(['id', 'user_id'])
    .where('pool_id', '=', pool.id)
    .where('provider', '=', provider)
    .where('provider_id', '=', sub)

/** The identity, unless its account has an unproven address. */
export const provenIdentity = (pool: Pool, provider: string, sub: string) =>
  identityOf(pool, provider, sub).where((eb) =>
    eb.exists(
      eb
        .selectFrom('auth.users as u')
        .select('u.id')
        .whereRef('u.pool_id', '=', 'auth.identities.pool_id')
        .whereRef('u.id', '=', 'auth.identities.user_id')
        .where((or) => or.or([or('u.email', 'is', null), or('u.email_confirmed_at', 'is not', null)])),
    ),
  )

/** @returns undefined if a user already has this identity */
export async function insertIdentity(
  run: Run,
  pool: Pool,
  userId: string,
  provider: string,
  profile: Profile,
): Promise<FoundIdentity | undefined> {
  const [inserted] = await run(
    build
      .insertInto('auth.identities')
      .values({
        pool_id: pool.id,
        user_id: userId,
        provider,
        provider_id: profile.sub,
        identity_data: jsonb(profile.data),
        last_sign_in_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'user_id']),
  )
  return inserted
}

/** Stores the provider's current data. */
export const renewIdentity = (pool: Pool, id: string, profile: Profile) =>
  build
    .updateTable('auth.identities')
    .set({ identity_data: jsonb(profile.data), last_sign_in_at: now })
    .where('pool_id', '=', pool.id)
    .where('id', '=', id)

/** Lists the user's providers in `app_metadata`, oldest first, and merges `more` into `user_metadata`. */
export const renewMetadata = (pool: Pool, userId: string, more: Record<string, unknown>) =>
  build
    .updateTable('auth.users as u')
    .set({
      raw_user_meta_data: sql`u.raw_user_meta_data || ${jsonb(more)}`,
      raw_app_meta_data: sql`u.raw_app_meta_data || (
        select jsonb_build_object('provider', coalesce((array_agg(p.provider order by p.first))[1], ''),
                                  'providers', coalesce(jsonb_agg(p.provider order by p.first), '[]'))
        from (select i.provider, min(i.created_at) as first from auth.identities i
              where i.pool_id = u.pool_id and i.user_id = u.id group by i.provider) p)`,
    })
    .where('u.pool_id', '=', pool.id)
    .where('u.id', '=', userId)

/**
 * Gives an account with an unproven address to the person who has just proven it. The person who created it
 * may only have known the address. Its password, other identities, sessions and pending emails are deleted,
 * and its metadata is replaced.
 */
export async function claimAccount(
  run: Run,
  pool: Pool,
  user: UserRow,
  identity: FoundIdentity,
  profile: Profile,
): Promise<void> {
  await run(
    build
      .updateTable('auth.users')
      .set({
        encrypted_password: null,
        email_confirmed_at: now,
        email_change: null,
        email_change_confirmed: null,
        phone_change: null,
        phone: null,
        sign_up_contested: false,
        is_anonymous: false,
        raw_user_meta_data: jsonb(profile.data),
      })
      .where('pool_id', '=', pool.id)
      .where('id', '=', user.id),
  )
  await run(
    build
      .deleteFrom('auth.identities')
      .where('pool_id', '=', pool.id)
      .where('user_id', '=', user.id)
      .where('id', '<>', identity.id),
  )
  for (const table of ['auth.sessions', 'auth.one_time_tokens', 'auth.flow_states'] as const)
    await run(build.deleteFrom(table).where('pool_id', '=', pool.id).where('user_id', '=', user.id))
}

/**
 * Removes an unproven address from an account that has another proof (a phone), so that the owner of the
 * address can use it.
 */
export async function releaseAddress(run: Run, pool: Pool, user: UserRow): Promise<void> {
  await run(
    build
      .updateTable('auth.users')
      .set({ email: null })
      .where('pool_id', '=', pool.id)
      .where('id', '=', user.id),
  )
  await run(
    build
      .deleteFrom('auth.identities')
      .where('pool_id', '=', pool.id)
      .where('user_id', '=', user.id)
      .where('provider', '=', 'email'),
  )
  await run(renewMetadata(pool, user.id, {}))
}

/**
 * Removes provider identities from an account whose address was unproven. From now on the address identifies
 * it.
 * @param email the address that is being proven
 */
export async function dropUnprovenProviders(
  run: Run,
  pool: Pool,
  userId: string,
  email: string | null,
): Promise<void> {
  const dropped = await run(
    build
      .deleteFrom('auth.identities')
      .where('pool_id', '=', pool.id)
      .where('user_id', '=', userId)
      .where('provider', 'not in', ['email', 'phone'])
      .returning('id'),
  )
  if (!dropped.length) return
  const [own] = await run(
    build
      .selectFrom('auth.identities')
      .select('id')
      .where('pool_id', '=', pool.id)
      .where('user_id', '=', userId)
      .where('provider', '=', 'email'),
  )
  if (!own && email) await run(insertEmailIdentity(pool, userId, email, true))
  await run(renewMetadata(pool, userId, {}))
}
