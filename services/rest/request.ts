/** The types that pass between the stages: the raw request and the parsed request. */

/** A request before parsing. */
export interface RawRequest {
  method: string
  /** Below the mount, still percent-encoded: `/tenants`, `/rpc/do_it`. */
  path: string
  /** Without the question mark, still percent-encoded. */
  query: string
  header(name: string): string | undefined
  /** Undefined for methods without a body. */
  body?: Uint8Array
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'

/** One step of a JSON path. A numeric index keeps its original text. */
export interface JsonStep {
  arrow: '->' | '->>'
  key?: string
  index?: string
}

/** A column, or a path inside its JSON. */
export interface Field {
  name: string
  path: JsonStep[]
}

export type SelectItem =
  | { kind: 'star' }
  | { kind: 'column'; field: Field; alias?: string; cast?: string; aggregate?: Aggregate }
  | Embedding

/** `sum()` or another aggregate, with the cast that follows it. Only `count()` has the field `*`. */
export interface Aggregate {
  name: 'sum' | 'avg' | 'count' | 'max' | 'min'
  cast?: string
}

/** `alias:name!hint!inner(select)`, or `...name(select)`. */
export interface Embedding {
  kind: 'relation'
  name: string
  alias?: string
  hint?: string
  /** Parent rows without a match are left out. */
  inner: boolean
  /** Its columns appear among those of the parent. */
  spread: boolean
  select: SelectItem[]
}

export type CompareOperator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'match'
  | 'imatch'
  | 'isdistinct'
  | 'cs'
  | 'cd'
  | 'ov'
  | 'sl'
  | 'sr'
  | 'nxr'
  | 'nxl'
  | 'adj'
export type SearchOperator = 'fts' | 'plfts' | 'phfts' | 'wfts'
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type Operation =
  | { kind: 'compare'; operator: CompareOperator; quantifier?: 'any' | 'all'; value: string }
  | { kind: 'search'; operator: SearchOperator; language?: string; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: IsValue }

export interface Filter {
  kind: 'filter'
  field: Field
  negated: boolean
  operation: Operation
}
export interface Logic {
  kind: 'and' | 'or'
  negated: boolean
  parts: Condition[]
}
export type Condition = Filter | Logic

export interface OrderTerm {
  field: Field
  /** `relation(field)`: orders by a field of an embedded row. */
  relation?: string
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

export interface Range {
  /** Decimal digits, because the value may exceed a double's exact range. */
  offset: string
  /** Undefined: as many as the service allows. */
  limit?: number
}

/** Modifiers for the rows of one embedding: `messages.order=…`, `messages.channel.id=eq.1`. */
export interface Nested {
  /** Names or aliases of the embeddings, outermost first. */
  path: string[]
  where: Condition[]
  order: OrderTerm[]
  range: Range
}

/** The `Prefer` header (RFC 7240). */
export interface Preferences {
  return?: 'representation' | 'minimal' | 'headers-only'
  count?: 'exact' | 'planned' | 'estimated'
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  tx?: 'commit' | 'rollback'
  handling?: 'strict' | 'lenient'
  maxAffected?: number
  timezone?: string
  unknown: string[]
}

/** The response format that the caller requests. */
export interface Media {
  kind: 'array' | 'object' | 'csv'
  stripNulls: boolean
  /** Return PostgreSQL's query plan instead of the rows. */
  plan?: QueryPlan
}

/** `application/vnd.pgrst.plan+json;options=analyze|buffers`. */
export interface QueryPlan {
  format: 'json' | 'text'
  options: ('analyze' | 'verbose' | 'settings' | 'buffers' | 'wal')[]
}

/** One type of an Accept header. */
export interface AcceptedType {
  type: string
  /** Undefined: the service itself cannot produce this type. */
  media: Media | undefined
}

export interface Payload {
  /** The JSON text for PostgreSQL, with numbers and key order as sent. Not JSON if `raw` is set. */
  json: string
  /** The body is not JSON but the only argument, in PostgreSQL's text format for this type. */
  raw?: 'text' | 'xml' | 'bytea'
  shape: 'object' | 'list' | 'other'
  /** Keys of the object, or the keys that all objects of the list share. */
  keys: string[]
}

export interface RestRequest {
  method: Method
  /** `/tenants`, `/rpc/do_it`: the value of the setting request.path. */
  path: string
  target: { kind: 'table' | 'function'; name: string }
  select: SelectItem[]
  /** And-ed: single filters in their order, then `and=` and `or=` groups. */
  where: Condition[]
  order: OrderTerm[]
  range: Range
  nested: Nested[]
  columns?: string[]
  onConflict?: string[]
  /** GET rpc: parameters that are not filters. A name sent twice has two values. */
  args: [string, string][]
  payload?: Payload
  prefer: Preferences
  /** Most preferred first. */
  accept: AcceptedType[]
  /**
   * The most preferred type that the service supports; if none, the service's default, which the plan
   * rejects.
   */
  media: Media
  /** Headers that functions and policies may read, as JSON. */
  headers: string
}
