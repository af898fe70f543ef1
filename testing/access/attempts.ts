import type pg from 'pg'
import type { Claims } from '#kernel/db/claims.ts'
import { memberSetting, SERVICE } from '#kernel/db/claims.ts'
import type { Row } from './types.ts'

export interface Statement {
  kind: 'read' | 'write'
  sql: string
  given?: string
  eq?: Record<string, string>
}

/** Rows of a table by the text of their key; every write to a row changes its `ctid`. */
export type Snapshot = Record<string, Row & { ctid: string }>

export type Result =
  | { code: string; message: string }
  | { rows: Row[] }
  | { touched: number; after: Snapshot }

/**
 * Runs every statement in its own subtransaction and rolls it back. PL/pgSQL variables survive the rollback
 * of a block, so the results are kept. The effects of a write are read by the inspector role, not by the
 * principal.
 */
const RUN = `
do $run$
declare
  attempt jsonb; found jsonb; touched bigint; code text; message text;
  results jsonb := '[]';
begin
  for attempt in select value from jsonb_array_elements(current_setting('access.statements')::jsonb) loop
    begin
      found := null;
      if attempt ? 'given' then
        perform set_config('request.jwt.claims', current_setting('access.service'), true),
          set_config('request.member', '', true),
          set_config('role', current_setting('access.inspector'), true);
        execute attempt ->> 'given';
      end if;
      perform set_config('request.eq', coalesce(attempt ->> 'eq', '{}'), true),
        set_config('request.jwt.claims', current_setting('access.claims'), true),
        set_config('request.member', current_setting('access.member'), true),
        set_config('role', current_setting('access.role'), true);
      if attempt ->> 'kind' = 'read' then
        execute format('select coalesce(jsonb_agg(to_jsonb(q)), ''[]'') from (%s) as q', attempt ->> 'sql') into found;
        found := jsonb_build_object('rows', found);
      else
        execute attempt ->> 'sql';
        get diagnostics touched = row_count;
        perform set_config('role', current_setting('access.inspector'), true);
        execute current_setting('access.snapshot') into found;
        found := jsonb_build_object('touched', touched, 'after', coalesce(found, '{}'));
      end if;
      raise exception using errcode = 'ZZ999';
    exception
      when sqlstate 'ZZ999' then null;
      when others then
        get stacked diagnostics code = returned_sqlstate, message = message_text;
        found := jsonb_build_object('code', code, 'message', message);
    end;
    results := results || jsonb_build_array(found);
  end loop;
  perform set_config('access.results', results::text, true);
end $run$`

/**
 * Runs statements as a principal and rolls them back.
 * @param client connection of the authenticator, or of the owner if `claims` is undefined
 * @param snapshot query that reads the table into one Snapshot
 */
export async function runStatements(
  client: pg.Client,
  claims: Claims | undefined,
  snapshot: string,
  statements: Statement[],
): Promise<{ before: Snapshot; results: Result[] }> {
  const settings: Record<string, string> = {
    'access.statements': JSON.stringify(
      statements.map((statement) => ({ ...statement, eq: JSON.stringify(statement.eq ?? {}) })),
    ),
    'access.snapshot': snapshot,
    'access.service': JSON.stringify(SERVICE),
    'access.claims': claims ? JSON.stringify(claims) : '',
    'access.member': claims ? memberSetting(claims) : '',
    'access.role': claims?.role ?? 'none',
    'access.inspector': claims ? SERVICE.role : 'none',
    role: claims ? SERVICE.role : 'none',
  }
  await client.query('begin')
  try {
    const names = Object.keys(settings)
    await client.query(
      `select ${names.map((name, i) => `set_config('${name}', $${i + 1}, true)`).join(', ')}`,
      Object.values(settings),
    )
    const before = await client.query(snapshot)
    await client.query(RUN)
    const { rows } = await client.query(`select current_setting('access.results') as results`)
    return { before: before.rows[0]?.snapshot ?? {}, results: JSON.parse(rows[0].results) }
  } finally {
    await client.query('rollback')
  }
}
