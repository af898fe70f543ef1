import {
  generate,
  GenericExpressionNode,
  IdentifierNode,
  PostgresDialect,
  UnionExpressionNode,
} from 'kysely-codegen'
import { Kysely, PostgresDialect as KyselyPostgres, sql } from 'kysely'
import pg from 'pg'

/** TypeScript types of generated columns. */
const COMPUTED_TYPES: Record<string, string> = {
  text: 'string',
  tsvector: 'string',
  uuid: 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  interval: 'unknown', // the driver has a type of its own, which no one reads
  integer: 'number',
  bigint: 'number',
  'text[]': 'string[]',
}

/**
 * Prints the Kysely interfaces of all tables: snake_case columns, tables of other schemas as `'auth.users'`,
 * int8 as number (kernel/db/database.ts sets that parser). Generated columns are read-only.
 * @returns TypeScript, not yet formatted
 */
export async function printTables(ownerUrl: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  const db = new Kysely<unknown>({ dialect: new KyselyPostgres({ pool }) })
  try {
    return await generate({
      db,
      dialect: new PostgresDialect(),
      excludePattern: 'pgboss.*',
      outFile: null,
      overrides: { columns: await computedColumns(db) },
      customImports: { GeneratedAlways: 'kysely#GeneratedAlways' },
      typeMapping: { int8: 'number' },
      // The nullability of a generated column belongs inside GeneratedAlways<…>.
      postprocess: async ({ metadata }) => {
        const computed = await computedColumns(db)
        for (const table of metadata.tables)
          for (const column of table.columns)
            if (`${table.schema}.${table.name}.${column.name}` in computed)
              Object.assign(column, { isNullable: false })
        return metadata
      },
    })
  } finally {
    await db.destroy()
  }
}

/** `{ 'public.tenants.stripe_account_id': GeneratedAlways<string | null> }` for every generated column. */
async function computedColumns(db: Kysely<unknown>): Promise<Record<string, GenericExpressionNode>> {
  const { rows } = await sql<{ name: string; type: string; nullable: boolean }>`
    select concat_ws('.', nspname, relname, attname) as name, format_type(atttypid, null) as type,
      not attnotnull as nullable
    from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    where attgenerated <> '' and nspname in ('public', 'auth', 'app', 'storage', 'realtime')`.execute(db)
  return Object.fromEntries(
    rows.map(({ name, type, nullable }) => {
      const known = COMPUTED_TYPES[type]
      if (!known) throw new Error(`scripts/generate/tables.ts has no TypeScript type for ${name}, a ${type}`)
      const parts = [known, ...(nullable ? ['null'] : [])].map((part) => new IdentifierNode(part))
      return [name, new GenericExpressionNode('GeneratedAlways', [new UnionExpressionNode(parts)])]
    }),
  )
}
