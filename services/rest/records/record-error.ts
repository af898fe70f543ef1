import pg from 'pg'
import type { Plan } from '../plan/types.ts'
import { RestError } from '../errors/table.ts'
import type { RecordSource } from './record-table.ts'

/** PostgreSQL's error of a statement on `app.records`, in the words of the tenant's own table. */
export function recordError(thrown: unknown, plan: Plan): unknown {
  if (!(thrown instanceof pg.DatabaseError) || plan.kind === 'call' || !plan.table.record) return thrown
  const { record, name } = plan.table
  const { code, message, constraint } = thrown
  if (code === '23505' && constraint) return duplicate(thrown, name, record)
  if (code === '23503' && constraint === 'record_files') return foreignFile(thrown, name, record)
  if (code === '42501')
    return new RestError(403, code, message.replace('"records"', `"${name}"`).replace(/\brecords$/, name), {
      details: thrown.detail,
    })
  const [, field, value] = /rest-guard-reference:(\w+):([^"]*)/.exec(message) ?? []
  if (code === '22P02' && field)
    return new RestError(
      409,
      '23503',
      `insert or update on table "${name}" violates foreign key constraint "${name}_${field}_fkey"`,
      { details: `Key (${field})=(${value}) is not present.` },
    )
  return thrown
}

/** A file that was not uploaded for this field by this caller, or that another row has. */
function foreignFile(error: pg.DatabaseError, table: string, { fields }: RecordSource): RestError {
  const field = [...fields.values()].find(({ id }) => id === error.column)
  return new RestError(
    409,
    '23503',
    `insert or update on table "${table}" violates foreign key constraint "${table}_${field?.name ?? 'file'}_fkey"`,
    {
      details: 'The file was not uploaded for this field by this caller within a day, or another row has it.',
    },
  )
}

/** Names a field only if the caller may use it. PostgreSQL itself leaves the value out, because of row-level security. */
function duplicate(error: pg.DatabaseError, table: string, { fields }: RecordSource): RestError {
  const unique = [...fields.values()].find(({ unique_slot }) => `records_${unique_slot}` === error.constraint)
  const isKey = error.constraint === 'records_pkey'
  const name = isKey ? `${table}_pkey` : `${table}_${unique ? `${unique.name}_` : ''}key`
  return new RestError(409, '23505', `duplicate key value violates unique constraint "${name}"`)
}
