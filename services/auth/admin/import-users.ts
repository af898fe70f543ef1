import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isDatabaseAway, sqlState } from '#kernel/db/database-error.ts'
import { AppError } from '#kernel/errors.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { build, jsonb, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { readImportedUser } from './imported-user.ts'
import type { ImportedUser } from './imported-user.ts'

/** Users stored in one transaction, which bounds the memory of an import. */
const BATCH = 200

/** The result of one line, numbered from 1. */
export interface LineResult {
  line: number
  /** `known`: the pool already has a user with this id, address or number, who was left unchanged. */
  status: 'created' | 'known' | 'refused'
  /** The user's id here. */
  id?: string
  /** Why a line was refused, or which part of it was left out. */
  code?: string
  message?: string
}

/**
 * Stores the users of a file line by line. Running the import again changes nothing. A refused line does not
 * affect the others.
 * @param lines JSON objects without line ends; empty ones are skipped
 */
export async function* importUsers(
  auth: Auth,
  pool: Pool,
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<LineResult[]> {
  let number = 0
  let batch: Numbered[] = []
  let refused: LineResult[] = []
  const flush = async () => {
    const results = [...refused, ...(await storeBatch(auth, pool, batch))].toSorted((a, b) => a.line - b.line)
    batch = []
    refused = []
    return results
  }
  for await (const text of lines) {
    number += 1
    if (!text.trim()) continue
    try {
      batch.push({ line: number, user: readImportedUser(text) })
    } catch (error) {
      refused.push(refusal(number, error))
    }
    if (batch.length + refused.length >= BATCH) yield await flush()
  }
  if (batch.length + refused.length) yield await flush()
}

interface Numbered {
  line: number
  user: ImportedUser
}

function refusal(line: number, error: unknown): LineResult {
  if (error instanceof AppError) return { line, status: 'refused', code: error.code, message: error.message }
  // PostgreSQL refuses data that it cannot store, for example a time before its calendar starts.
  if (!isDatabaseAway(error) && /^2[23]/.test(sqlState(error) ?? ''))
    return { line, status: 'refused', code: 'validation_failed', message: 'The line cannot be stored' }
  throw error
}

async function storeBatch(auth: Auth, pool: Pool, batch: Numbered[]): Promise<LineResult[]> {
  if (!batch.length) return []
  try {
    return await runTogether(auth.kernel.database, 'import', (run) => store(run, pool, batch))
  } catch (error) {
    // One line failed the whole batch, so each line is retried on its own.
    if (batch.length === 1) return [refusal(batch[0]!.line, error)]
    refusal(0, error)
    const alone: LineResult[] = []
    for (const one of batch) alone.push(...(await storeBatch(auth, pool, [one])))
    return alone
  }
}

/** Stores all users of the batch in one statement. The table's keys skip users that already exist. */
async function store(run: Run, pool: Pool, batch: Numbered[]): Promise<LineResult[]> {
  const fresh = await run(
    build
      .selectFrom(sql`generate_series(1, ${batch.length}::int)`.as('n'))
      .select(sql<string>`app.uuidv7()`.as('id')),
  )
  const elsewhere = new Set((await run(idsInOtherPools(pool, batch))).map(({ id }) => id))
  const given = batch.map(({ line, user }, i) => ({
    line,
    user,
    id: !user.id ? fresh[i]!.id : elsewhere.has(user.id) ? idInPool(pool, user.id) : user.id,
  }))
  const made = await run(insertAll(pool, given))
  const rows = new Map(made.map((row) => [row.id, row]))
  // If several lines have the same id, only one was stored. The row shows which.
  const created = new Set(
    given.filter(({ id, user }) => {
      const row = rows.get(id)
      return row?.email === user.email && row.phone === user.phone && rows.delete(id)
    }),
  )
  const known = await run(
    usersLike(
      pool,
      given.filter((one) => !created.has(one)),
    ),
  )
  const identities = [...created].flatMap(identitiesOf)
  const linked = identities.length ? await run(insertIdentities(pool, identities)) : []
  const isLinked = new Set(linked.map(({ user_id, provider }) => `${user_id} ${provider}`))
  return given.map((one) => {
    const { line, user, id } = one
    if (!created.has(one)) {
      const same = known.find((row) => row.id === id || isSame(row, user))
      return { line, status: 'known', id: same?.id ?? id }
    }
    const lost = user.identities.find(({ provider }) => !isLinked.has(`${id} ${provider}`))
    const left = lost && {
      code: 'identity_already_exists',
      message: `${lost.provider} belongs to another user`,
    }
    return { line, status: 'created', id, ...left }
  })
}

/** Ids of the batch that users of other pools have. An id is unique across all pools. */
const idsInOtherPools = (pool: Pool, batch: Numbered[]) =>
  build
    .selectFrom('auth.users')
    .select('id')
    .where('pool_id', '<>', pool.id)
    .where(sql<boolean>`id = any(${batch.flatMap(({ user }) => user.id ?? [])}::uuid[])`)

/**
 * The replacement id for such a user. It is always the same, so that running an import again changes nothing
 * (UUIDv8, RFC 9562).
 */
function idInPool(pool: Pool, id: string): string {
  const hex = createHash('sha256').update(`${pool.id} ${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

interface Given extends Numbered {
  id: string
}

const isSame = (row: { email: string | null; phone: string | null }, user: ImportedUser) =>
  (row.email !== null && row.email === user.email) || (row.phone !== null && row.phone === user.phone)

const columns = {
  id: 'uuid',
  email: 'text',
  email_confirmed_at: 'timestamptz',
  phone: 'text',
  phone_confirmed_at: 'timestamptz',
  encrypted_password: 'text',
  raw_user_meta_data: 'jsonb',
  raw_app_meta_data: 'jsonb',
  is_anonymous: 'boolean',
  banned_until: 'timestamptz',
  invited_at: 'timestamptz',
  last_sign_in_at: 'timestamptz',
  created_at: 'timestamptz',
} as const
const names = Object.keys(columns) as (keyof typeof columns)[]

const definitions = sql.raw<'g'>(`g(${names.map((name) => `${name} ${columns[name]}`).join(', ')})`)

const insertAll = (pool: Pool, given: Given[]) =>
  build
    .insertInto('auth.users')
    .columns(['pool_id', ...names])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<Record<keyof typeof columns, never>>`jsonb_to_recordset(${jsonb(
            given.map(({ user, id }) => ({ ...user, id })),
          )})`.as<'g'>(definitions),
        )
        .select([
          sql<string>`${pool.id}::uuid`.as('pool_id'),
          ...names.map((name) =>
            name === 'created_at'
              ? sql<never>`coalesce(g.created_at, now())`.as(name)
              : sql.ref<never>(`g.${name}`).as(name),
          ),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email', 'phone'])

const usersLike = (pool: Pool, given: Given[]) =>
  build
    .selectFrom('auth.users')
    .select(['id', 'email', 'phone'])
    .where('pool_id', '=', pool.id)
    .where(
      sql<boolean>`(id = any(${given.map(({ id }) => id)}::uuid[]) or email = any(${given.map(({ user }) => user.email)}::text[]) or phone = any(${given.map(({ user }) => user.phone)}::text[]))`,
    )

interface IdentityToStore {
  user_id: string
  provider: string
  provider_id: string
  identity_data: Record<string, unknown>
}

function identitiesOf({ id, user }: Given): IdentityToStore[] {
  const verified = { email_verified: !!user.email_confirmed_at, phone_verified: !!user.phone_confirmed_at }
  const own = (provider: 'email' | 'phone') => ({
    user_id: id,
    provider,
    provider_id: id,
    identity_data: { sub: id, [provider]: user[provider], ...verified },
  })
  return [
    ...(user.email ? [own('email')] : []),
    ...(user.phone ? [own('phone')] : []),
    ...user.identities.map((identity) => ({ user_id: id, ...identity })),
  ]
}

const insertIdentities = (pool: Pool, identities: IdentityToStore[]) =>
  build
    .insertInto('auth.identities')
    .values(
      identities.map(({ identity_data, ...identity }) => ({
        pool_id: pool.id,
        ...identity,
        identity_data: jsonb(identity_data),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['user_id', 'provider'])
