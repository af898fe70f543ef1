import pg from 'pg'
import type { SealedPlace } from '../secrets/sealed-places.ts'

/** A column whose values the sealer wrote (kernel/secrets/sealer.ts). */
export interface SealedColumn {
  /** `schema.table`, as written in SQL. */
  table: string
  column: string
  /** `tenants.auth0_client_secret:{id}`: the sealing place of a row's value, with columns of the row in braces. */
  place: string
}

/** A sealed value with the place computed from its row. */
export interface SealedValue {
  ctid: string
  sealed: string
  place: SealedPlace
}

const ENCODINGS: Record<string, (quoted: string) => string> = {
  hex: (column) => `encode(${column}, 'hex')`,
  // RFC 4648, section 5, without padding, as Buffer's 'base64url'; encode() breaks lines after 76 characters.
  base64url: (column) => `translate(encode(${column}, 'base64'), E'+/=\\n', '-_')`,
}

/**
 * Lists every sealed column of this database. A column is sealed when its comment says so (`sealed at …`); the unit
 * that owns the table writes that comment in a migration.
 */
export async function sealedColumns(client: pg.Client): Promise<SealedColumn[]> {
  const { rows } = await client.query<SealedColumn>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(a.attname) as column,
       substring(d.description from '^sealed at (.+)$') as place
     from pg_description d
       join pg_class c on c.oid = d.objoid
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid
     where d.classoid = 'pg_class'::regclass and c.relkind in ('r', 'p') and d.description ~ '^sealed at '
     order by 1, 2`,
  )
  return rows
}

/** The SQL expression for the place of a row's value. @throws {Error} when the comment is malformed */
export function placeSql({ table, column, place }: SealedColumn): string {
  const parts = place.split(/[{}]/).map((part, i) => {
    if (i % 2 === 0) return pg.escapeLiteral(part)
    const [name = '', encoding] = part.split('|')
    const encode = encoding === undefined ? (quoted: string) => `${quoted}::text` : ENCODINGS[encoding]
    if (!encode) throw new Error(`The comment of ${table}.${column} names an unknown encoding: ${encoding}`)
    return encode(pg.escapeIdentifier(name))
  })
  return parts.join(' || ')
}

/** One value for each key that sealed values of this column. */
export async function samplesOf(client: pg.Client, column: SealedColumn): Promise<SealedValue[]> {
  const { rows } = await client.query<SealedValue>(
    `select distinct on (split_part(${column.column}, '.', 2)) ctid::text, ${column.column} as sealed, ${placeSql(column)} as place
     from ${column.table} where ${column.column} is not null`,
  )
  return rows
}
