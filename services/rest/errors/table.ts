import { AppError } from '#kernel/errors.ts'

interface More {
  details?: unknown
  hint?: string | null
  headers?: Record<string, string>
  cause?: unknown
}

/** An error in PostgREST's shape: `{code, message, details, hint}`. */
export class RestError extends AppError {
  readonly hint: string | null

  constructor(status: number, code: string, message: string, more: More = {}) {
    super(code, status, message, { details: more.details, headers: more.headers, cause: more.cause })
    this.name = 'RestError'
    this.hint = more.hint ?? null
  }

  /** The JSON body that clients read. */
  body(): string {
    const { code, message, hint } = this
    return JSON.stringify({ code, message, details: this.details ?? null, hint })
  }
}

/** The requested function, for the error message. */
interface RequestedFunction {
  names: string[]
  /** What the POST body contained. */
  body?: 'json' | 'text' | 'xml' | 'bytea' | undefined
  hint?: string | undefined
}

/** One of several matching relationships, and how to select it. */
interface Candidate {
  cardinality: string
  embedding: string
  relationship: string
  target: string
  by: string
}

const SCHEMA_CACHE = 'in the schema cache'

/**
 * Every error of this service that does not come from PostgreSQL (for those see errors/postgres.ts), declared
 * once. Codes, statuses and texts follow https://docs.postgrest.org/en/stable/references/errors.html unless a
 * comment says otherwise.
 */
export const errors = {
  noCatalogue: (cause: unknown) =>
    new RestError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', { cause }),

  badQuery: (message: string, details: string) => new RestError(400, 'PGRST100', message, { details }),
  badRpcMethod: (method: string) =>
    new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`, {
      headers: { allow: 'OPTIONS,GET,HEAD,POST' },
    }),
  badBody: (message: string) => new RestError(400, 'PGRST102', message),
  // PostgREST responds with 400 here; 415 is the HTTP status for this case.
  badContentType: (type: string) => new RestError(415, 'PGRST102', `Content-Type not acceptable: ${type}`),
  encodedBody: () => new RestError(415, 'PGRST102', 'Send the body without Content-Encoding'),
  bodyTooLarge: (limit: string) => new RestError(413, 'PGRST102', `The request body is larger than ${limit}`),
  /** @param total number of rows, if they were counted (RFC 9110 section 15.5.17) */
  badRange: (details: string, total?: number) =>
    new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details,
      headers: total === undefined ? {} : { 'content-range': `*/${total}` },
    }),
  putNeedsKey: () =>
    new RestError(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    ),
  badSchema: (schema: string) =>
    new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: 'Only the following schemas are exposed: public',
    }),
  notAcceptable: (accepted: { type: string }[]) => {
    const types = accepted.slice(0, 20).map(({ type }) => type.slice(0, 100))
    return new RestError(406, 'PGRST107', `None of these media types are available: ${types.join(', ')}`)
  },
  // Differs from PostgREST, which uses PGRST107 for this case too, but without a hint.
  noQueryPlan: () =>
    new RestError(406, 'PGRST107', 'None of these media types are available: application/vnd.pgrst.plan', {
      hint: 'Query plans require the service key and the setting REST_QUERY_PLANS',
    }),
  notEmbedded: (name: string) =>
    new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  // 500, as in PostgREST: these two are mistakes in a function, which its caller cannot fix.
  badHeadersSetting: (cause?: unknown) =>
    new RestError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
      { cause },
    ),
  badStatusSetting: () => new RestError(500, 'PGRST112', 'response.status guc must be a valid status code'),
  putWithLimit: () =>
    new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
  putOtherKey: () =>
    new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
  notSingle: (rows: number) =>
    new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  badMethod: (method: string, allow?: string) =>
    new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`, allow ? { headers: { allow } } : {}),
  badRaise: (part: 'MESSAGE' | 'DETAIL', text: string | undefined) =>
    new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
      details:
        text === undefined
          ? 'DETAIL is missing in the RAISE statement'
          : `Invalid JSON value for ${part}: '${text.slice(0, 500)}'`,
      hint:
        part === 'MESSAGE'
          ? "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
          : "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    }),
  badPreferences: (names: string[]) =>
    new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${names.join(', ')}`,
    }),
  orderNotToOne: (parent: string, child: string) =>
    new RestError(400, 'PGRST118', `A related order on '${child}' is not possible`, {
      details: `'${parent}' and '${child}' do not form a many-to-one or one-to-one relationship`,
    }),
  badEmbedFilter: (name: string) =>
    new RestError(400, 'PGRST120', `Bad operator on the '${name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    }),
  noAggregatesInSpread: () =>
    new RestError(400, 'PGRST127', 'Feature not implemented', {
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    }),
  noAggregates: () => new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed'),
  tooManyAffected: (rows: number) =>
    new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    }),
  badPath: () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL'),
  tooManyAffectedScalar: () =>
    new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),

  noRelationship: (parent: string, child: string, hint?: string, near?: string) => {
    const name = child.slice(0, 100)
    const using = hint ? ` using the hint '${hint.slice(0, 100)}'` : ''
    return new RestError(
      400,
      'PGRST200',
      `Could not find a relationship between '${parent}' and '${name}' ${SCHEMA_CACHE}`,
      {
        details:
          `Searched for a foreign key relationship between '${parent}' and '${name}'${using}` +
          ` in the schema 'public', but no matches were found.`,
        hint: near && `Perhaps you meant '${near}' instead of '${name}'.`,
      },
    )
  },
  ambiguousRelationship: (parent: string, child: string, candidates: Candidate[]) => {
    const choices = candidates.map(({ target, by }) => `'${target}!${by}'`).join(', ')
    return new RestError(
      300,
      'PGRST201',
      `Could not embed because more than one relationship was found for '${parent}' and '${child}'`,
      {
        details: candidates.map(({ cardinality, embedding, relationship }) => {
          return { cardinality, embedding, relationship }
        }),
        hint:
          `Try changing '${child}' to one of the following: ${choices}. ` +
          `Find the desired relationship in the 'details' key.`,
      },
    )
  },
  noFunction: (name: string, { names, body, hint }: RequestedFunction) => {
    const called = `public.${name.slice(0, 100)}`
    const list = names.slice(0, 20).toSorted().join(', ')
    const isRaw = body !== undefined && body !== 'json'
    const withNames =
      names.length > 0 ? ` with parameter${names.length > 1 ? 's' : ''} ${list}` : ' without parameters'
    const searched = isRaw
      ? ` with a single unnamed ${body} parameter`
      : withNames + (body ? ' or with a single unnamed json/jsonb parameter' : '')
    const shown = isRaw ? '' : names.length > 0 ? `(${list})` : ' without parameters'
    return new RestError(404, 'PGRST202', `Could not find the function ${called}${shown} ${SCHEMA_CACHE}`, {
      details: `Searched for the function ${called}${searched}, but no matches were found ${SCHEMA_CACHE}.`,
      hint: hint && `Perhaps you meant to call the function public.${hint}`,
    })
  },
  ambiguousFunction: (signatures: string[]) =>
    new RestError(
      300,
      'PGRST203',
      `Could not choose the best candidate function between: ${signatures.join(', ')}`,
      {
        hint:
          'Try renaming the parameters or the function itself in the database ' +
          'so function overloading can be resolved',
      },
    ),
  noColumnInBody: (table: string, column: string) =>
    new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${table}' ${SCHEMA_CACHE}`),
  noTable: (name: string, near?: string) =>
    new RestError(404, 'PGRST205', `Could not find the table 'public.${name}' ${SCHEMA_CACHE}`, {
      hint: near && `Perhaps you meant the table 'public.${near}'`,
    }),

  // PostgreSQL's errors, raised here because only identifiers from the catalogue reach SQL.
  noColumn: (table: string, column: string) =>
    new RestError(400, '42703', `column ${table}.${column} does not exist`),
  noPrivilege: (table: string) => new RestError(403, '42501', `permission denied for table ${table}`),
  noFunctionPrivilege: (name: string) =>
    new RestError(403, '42501', `permission denied for function ${name}`),
  noUnique: () =>
    new RestError(
      400,
      '42P10',
      'there is no unique or exclusion constraint matching the ON CONFLICT specification',
    ),
  notWritable: (column: string) =>
    new RestError(400, '428C9', `cannot insert a non-DEFAULT value into column "${column}"`, {
      details: `Column "${column}" is written by the server.`,
    }),
  badTenant: () => new RestError(400, '22P02', 'The header x-tenant must be the id of a tenant'),
  noTenantRight: () => new RestError(403, '42501', 'permission denied for the tenant in the header x-tenant'),
  // Not in PostgREST: own tables whose descriptions change again and again while a request waits.
  tablesChange: () =>
    new RestError(503, 'PGRST003', 'The tables of this tenant are changing. Try again.', {
      headers: { 'retry-after': '1' },
    }),
  noType: (type: string) => new RestError(400, '42704', `type "${type}" does not exist`),
  // Not in PostgREST: responses with embedded rows need a size limit of their own.
  answerTooLarge: (bytes: number) =>
    new RestError(
      413,
      '54000',
      `The response would be ${Math.ceil(bytes / 1_000_000)} MB; the limit is 20 MB`,
      {
        hint: 'Request fewer rows, or limit the embedded rows: messages.limit=10',
      },
    ),
  offsetTooLarge: (offset: string) =>
    new RestError(400, '22003', `value "${offset}" is out of range for type bigint`),

  // Not in PostgREST itself but in its companion pg-safeupdate, with the same code and text.
  noWhere: (verb: 'UPDATE' | 'DELETE') =>
    new RestError(400, '21000', `${verb} requires a WHERE clause`, {
      hint: 'Add a filter, for example id=eq.1',
    }),
}
