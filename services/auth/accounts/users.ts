import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DB } from '#kernel/db/tables.ts'
import { factorsColumn } from '../mfa/factor-body.ts'
import type { Pool } from '../pool.ts'
import { build, jsonb, now } from '../statements.ts'
import type { Run } from '../statements.ts'
import { insertEmailIdentity, insertPhoneIdentity } from './own-identities.ts'
import type { UserRow } from './user-body.ts'

/** Columns of a user, for every statement that answers one (alias `u`). */
export const userColumns = [
  'u.id',
  'u.email',
  'u.phone',
  'u.phone_confirmed_at',
  'u.email_change',
  'u.email_change_sent_at',
  'u.phone_change',
  'u.phone_change_sent_at',
  'u.reauthentication_sent_at',
  'u.invited_at',
  'u.is_sso_user',
  'u.encrypted_password',
  'u.email_confirmed_at',
  'u.confirmation_sent_at',
  'u.recovery_sent_at',
  'u.last_sign_in_at',
  'u.raw_app_meta_data',
  'u.raw_user_meta_data',
  'u.is_anonymous',
  'u.banned_until',
  'u.deleted_at',
  'u.created_at',
  'u.updated_at',
  factorsColumn,
] as const

const identityColumns = [
  'i.id',
  'i.provider',
  'i.provider_id',
  'i.identity_data',
  'i.last_sign_in_at',
  'i.created_at',
  'i.updated_at',
] as const

type Users = DB & { u: DB['auth.users'] }

/** The user's identities, oldest first, as one JSON column. */
export const identitiesColumn = (eb: ExpressionBuilder<Users, 'u'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('auth.identities as i')
      .select(identityColumns)
      .whereRef('i.pool_id', '=', 'u.pool_id')
      .whereRef('i.user_id', '=', 'u.id')
      .orderBy('i.created_at'),
  ).as('identities')

/** True for a user who may use a session: not deleted, not banned by the database's clock. */
export const mayUse = sql<boolean>`(u.deleted_at is null and (u.banned_until is null or u.banned_until <= now()))`

/** Everybody of a pool, also those who were deleted softly. */
export const everybody = (pool: Pool) =>
  build
    .selectFrom('auth.users as u')
    .select(userColumns)
    .select(identitiesColumn)
    .where('u.pool_id', '=', pool.id)
    .$castTo<UserRow>()

/** Everybody of a pool who is not deleted. */
export const users = (pool: Pool) => everybody(pool).where('u.deleted_at', 'is', null)

/** @param email in its one spelling */
export const userByEmail = (pool: Pool, email: string) => users(pool).where('u.email', '=', email)

/** @param phone in its one spelling */
export const userByPhone = (pool: Pool, phone: string) => users(pool).where('u.phone', '=', phone)

/** No row when the id is another pool's, or its user was deleted. */
export const userById = (pool: Pool, id: string) => users(pool).where('u.id', '=', id)

/** One page of a pool's users, newest first. */
export const usersPage = (pool: Pool, page: number, perPage: number) =>
  users(pool)
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)

/** One row, `total`: the users of a pool, guests included. */
export const countUsers = (pool: Pool) =>
  build
    .selectFrom('auth.users')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('pool_id', '=', pool.id)
    .where('deleted_at', 'is', null)

export interface NewUser {
  /** Given by an administrator; else made by the database. */
  id?: string | undefined
  /** Address, number, both, or none of an anonymous user. */
  email?: string | null
  phone?: string | null
  passwordHash: string | null
  /** The address is proven. */
  confirmed: boolean
  phoneConfirmed?: boolean
  /** Neither address nor number: the session is all there is. */
  anonymous?: boolean
  userMetadata: Record<string, unknown>
  appMetadata?: Record<string, unknown>
  /** Seconds from now; 0 is not banned. */
  bannedFor?: number
}

/**
 * Stores a user with the identities `email` and `phone`, as far as they have one.
 * @returns undefined when the pool knows the address, the number or the id already
 */
export async function insertUser(run: Run, pool: Pool, user: NewUser): Promise<UserRow | undefined> {
  const { email, phone, phoneConfirmed = false } = user
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])]
  const [created] = await run(
    build
      .insertInto('auth.users')
      .values({
        pool_id: pool.id,
        ...(user.id ? { id: user.id } : {}),
        email: email ?? null,
        phone: phone ?? null,
        encrypted_password: user.passwordHash,
        email_confirmed_at: email && user.confirmed ? now : null,
        phone_confirmed_at: phone && phoneConfirmed ? now : null,
        is_anonymous: user.anonymous ?? false,
        raw_app_meta_data: jsonb({
          ...user.appMetadata,
          ...(providers.length ? { provider: providers[0], providers } : {}),
        }),
        raw_user_meta_data: jsonb({ ...user.userMetadata }),
        banned_until: user.bannedFor ? sql`now() + make_interval(secs => ${user.bannedFor})` : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  )
  if (!created) return undefined
  if (email) await run(insertEmailIdentity(pool, created.id, email, user.confirmed))
  if (phone) await run(insertPhoneIdentity(pool, created.id, phone, phoneConfirmed))
  const [stored] = await run(userById(pool, created.id))
  return stored
}

/** Marks the user's address as proven, on the user and on each identity with that address. */
export async function confirmEmail(run: Run, pool: Pool, userId: string): Promise<void> {
  const [user] = await run(
    build
      .updateTable('auth.users')
      .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
      .where('pool_id', '=', pool.id)
      .where('id', '=', userId)
      .returning('email'),
  )
  await run(
    build
      .updateTable('auth.identities')
      .set({ identity_data: sql`identity_data || '{"email_verified": true}'` })
      .where('pool_id', '=', pool.id)
      .where('user_id', '=', userId)
      .where(sql`identity_data ->> 'email'`, '=', user?.email ?? null),
  )
}

/**
 * What somebody says of themselves who asks for a code to an account that nobody has proven yet: the code proves this
 * request, so the words of whoever asked before go, who may have been somebody else.
 */
export const replaceUnprovenMetadata = (pool: Pool, userId: string, data: Record<string, unknown>) =>
  build
    .updateTable('auth.users')
    .set({ raw_user_meta_data: jsonb(data) })
    .where('pool_id', '=', pool.id)
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is', null)
    .where('phone_confirmed_at', 'is', null)
    .where('confirmation_sent_at', 'is', null)
    .where('invited_at', 'is', null)
    .where('encrypted_password', 'is', null)

/** Notes when the confirmation mail went out. */
export const noteConfirmationSent = (pool: Pool, userId: string, sent: boolean) =>
  build
    .updateTable('auth.users')
    .set({ confirmation_sent_at: sent ? now : null })
    .where('pool_id', '=', pool.id)
    .where('id', '=', userId)

/** Notes when a mail to sign in, or for a new password, went out. */
export const noteRecoverySent = (pool: Pool, userId: string) =>
  build
    .updateTable('auth.users')
    .set({ recovery_sent_at: now })
    .where('pool_id', '=', pool.id)
    .where('id', '=', userId)
