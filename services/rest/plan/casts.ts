/**
 * Types that a caller may cast to in `select`, as written there and as written in SQL: plain values without
 * side effects. All others are reported as nonexistent (regclass and similar types look names up in
 * catalogues).
 */
export const CASTS: ReadonlyMap<string, string> = new Map([
  ['text', 'text'],
  ['varchar', 'varchar'],
  ['character varying', 'varchar'],
  ['int', 'int'],
  ['integer', 'int'],
  ['int2', 'int2'],
  ['int4', 'int4'],
  ['int8', 'int8'],
  ['smallint', 'int2'],
  ['bigint', 'int8'],
  ['numeric', 'numeric'],
  ['decimal', 'numeric'],
  ['real', 'float4'],
  ['float4', 'float4'],
  ['float8', 'float8'],
  ['double precision', 'float8'],
  ['bool', 'bool'],
  ['boolean', 'bool'],
  ['date', 'date'],
  ['time', 'time'],
  ['timetz', 'timetz'],
  ['timestamp', 'timestamp'],
  ['timestamptz', 'timestamptz'],
  ['timestamp with time zone', 'timestamptz'],
  ['timestamp without time zone', 'timestamp'],
  ['interval', 'interval'],
  ['uuid', 'uuid'],
  ['json', 'json'],
  ['jsonb', 'jsonb'],
])
