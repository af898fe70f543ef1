import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { shownName } from '#kernel/contract.ts'
import type { Db } from '#kernel/db/database.ts'
import { type SortColumn, sortedPage } from '#kernel/db/sorted-page.ts'
import type { Customer, CustomerFilter, CustomerSort } from './endpoints.ts'

/** A user as stored by the auth service. Purchases are read from the orders. */
export type CustomerUser = Omit<Customer, 'purchases' | 'spent'>

/** Selects users of a tenant. A user is a buyer if they have paid orders in `mode`. */
export interface Which {
  tenantId: string
  mode: 'test' | 'live'
  filter?: CustomerFilter | undefined
  role?: string | undefined
  q?: string | undefined
  sort?: CustomerSort | `-${CustomerSort}` | undefined
}

/** What a list of customers can be sorted by. */
const SORTS: Record<CustomerSort, SortColumn> = {
  created: { value: sql`u.created_at`, type: 'timestamptz' },
  'last-sign-in': { value: sql`coalesce(u.last_sign_in_at, '-infinity')`, type: 'timestamptz' },
  email: { value: sql`left(lower(coalesce(u.email, '')), 100)`, type: 'text' },
}

/** Selects a time as its JSON text, which keeps the database's microseconds. */
const time = (name: string) => sql`to_json(u.${sql.ref(name)}) #>> '{}' as ${sql.ref(name)}`

const metadataText = (key: string) => sql`case jsonb_typeof(u.raw_user_meta_data -> ${sql.lit(key)})
  when 'string' then left(u.raw_user_meta_data ->> ${sql.lit(key)}, 200) end`

/** The user's own name, in the two fields where the official clients and providers store it. */
const [NAME, FULL_NAME] = [metadataText('name'), metadataText('full_name')]

type Row = Omit<CustomerUser, 'name'> & { name: string | null; full_name: string | null }

/** Cleans the name, because it is user-supplied and shown to someone else. */
const personOf = ({ full_name, name, ...row }: Row): CustomerUser => ({
  ...row,
  name: shownName(name ?? '') || shownName(full_name ?? ''),
})

const PERSON = sql`u.id, coalesce(u.email, '') as email, u.email_confirmed_at is not null as email_confirmed,
  coalesce(u.phone, '') as phone, ${NAME} as name, ${FULL_NAME} as full_name,
  array(select distinct i.provider from auth.identities i
    where i.pool_id = u.pool_id and i.user_id = u.id order by i.provider) as providers,
  u.is_anonymous as guest,
  case when u.banned_until > now() then to_json(u.banned_until) #>> '{}' end as banned_until,
  ${time('created_at')}, ${time('last_sign_in_at')}`

const FILTERS: Record<CustomerFilter, (which: Which) => RawBuilder<unknown>> = {
  all: () => sql`true`,
  buyers: ({ tenantId, mode }) => sql`exists (select from public.orders o
    where o.tenant_id = ${tenantId} and o.auth_user_id = u.id and o.mode = ${mode} and o.paid_at is not null)`,
  unconfirmed: () =>
    sql`u.email_confirmed_at is null and u.phone_confirmed_at is null and not u.is_anonymous`,
  banned: () => sql`u.banned_until > now()`,
  guests: () => sql`u.is_anonymous`,
}

const hasRole = (tenantId: string, role: string) => sql`exists (select from public.role_members r
  where r.tenant_id = ${tenantId} and r.role = ${role} and r.auth_user_id = u.id)`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Matches a literal substring of the email, the phone number or the name, or a whole id. */
function matchesText(q: string) {
  if (UUID.test(q)) return sql`u.id = ${q}::uuid`
  const part = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
  // Users type phone numbers with separators, but the database stores only the digits.
  const digits = /^[\d\s()+./-]+$/.test(q) ? q.replace(/\D/g, '') : ''
  return sql`(u.email ilike ${part(q)} or ${NAME} ilike ${part(q)} or ${FULL_NAME} ilike ${part(q)}
    or ${digits ? sql`u.phone like ${part(digits)}` : sql`false`})`
}

const matching = (which: Which) => sql`from auth.users u
  where u.pool_id = ${which.tenantId} and u.deleted_at is null
    and ${FILTERS[which.filter ?? 'all'](which)}
    and ${which.role ? hasRole(which.tenantId, which.role) : sql`true`}
    and ${which.q ? matchesText(which.q) : sql`true`}`

/**
 * Lists users of one tenant, newest first unless `which.sort` says otherwise.
 * @param db a connection with the service role; the caller must have checked who owns the tenant
 * @param limit the maximum number of rows
 * @returns `next` is the cursor of the next page, or null on the last page
 * @throws {AppError} bad_cursor
 */
export async function people(
  db: Db,
  which: Which,
  limit: number,
  cursor: string | undefined,
): Promise<{ people: CustomerUser[]; next: string | null }> {
  const page = sortedPage(SORTS, which.sort ?? '-created', sql`u.id`, cursor)
  const { rows } = await sql<Row & { sort_value: string }>`
    select ${PERSON}, ${page.value} as sort_value ${matching(which)} and ${page.after}
    order by ${page.orderBy} limit ${limit + 1}`.execute(db)
  const split = page.split(rows, limit)
  return { people: split.rows.map(personOf), next: split.next }
}

/** Larger numbers need not be exact, and counting further takes time. */
const MAX_COUNT = 10_000

/** Counts the matching users. 10,000 means 10,000 or more. */
export async function countPeople(db: Db, which: Which): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total
    from (select ${matching(which)} limit ${MAX_COUNT}) as counted`.execute(db)
  return rows[0]!.total
}

/** Finds one user of the tenant. Undefined for users of other tenants. */
export async function personById(db: Db, tenantId: string, id: string): Promise<CustomerUser | undefined> {
  const { rows } = await sql<Row>`select ${PERSON} from auth.users u
    where u.pool_id = ${tenantId} and u.id = ${id} and u.deleted_at is null`.execute(db)
  return rows[0] && personOf(rows[0])
}
