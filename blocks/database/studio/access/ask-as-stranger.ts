import type { DataTable } from '#features/tables/endpoints.ts'

/** What a stranger knows: the address of the API and the public key, which is in the page of every visitor. */
export interface StrangerApi {
  /** Of the data API, without a trailing slash. */
  url: string
  publicKey: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

/** What one request of a stranger brought. */
export interface Observation {
  kind: 'read' | 'visitor' | 'count' | 'hidden' | 'waiting' | 'embedded' | 'description'
  /** The request, without the address of the server. */
  request: string
  status: number
  rows: Record<string, unknown>[]
  /** Number of rows as the server counts them; null: it did not say. */
  count: number | null
  /** `hidden`: the field; `embedded`: the table through which it was tried. */
  subject?: string
}

const SAMPLE = 5

/**
 * Sends the requests that a stranger would try on a table: reading, counting, hidden fields by name, by filter and by order, rows
 * that wait for approval, and the table through those that point to it. Nothing is written.
 * @param tables all tables of the tenant
 * @throws TypeError without a connection
 */
export async function askAsStranger(
  api: StrangerApi,
  table: DataTable,
  tables: readonly DataTable[],
): Promise<Observation[]> {
  const { name, fields } = table
  const hidden = fields.filter(({ audience }) => audience !== undefined)
  const pointers = tables.flatMap((other) =>
    other.fields.flatMap((field) =>
      field.table === table.id && !other.deleted_at ? [{ other, field }] : [],
    ),
  )
  const ask = (kind: Observation['kind'], path: string, more: Partial<Asked> = {}) =>
    send(api, { kind, path, ...more })
  return Promise.all([
    ask('read', `${name}?select=*&limit=${SAMPLE}`),
    // The official client also sends the key as a token.
    ask('visitor', `${name}?select=*&limit=${SAMPLE}`, { isClient: true }),
    ask('count', `${name}?select=id`, { method: 'HEAD' }),
    ...hidden.flatMap((field) =>
      [`select=${field.name}`, `select=id&${field.name}=not.is.null`, `select=id&order=${field.name}`].map(
        (query) => ask('hidden', `${name}?${query}&limit=${SAMPLE}`, { subject: field.name }),
      ),
    ),
    ask('waiting', `${name}?select=id&approved=is.false&limit=${SAMPLE}`),
    ...pointers.map(({ other, field }) =>
      ask('embedded', `${other.name}?select=reached:${field.name}(*)&limit=${SAMPLE}`, {
        subject: other.name,
      }),
    ),
    ask('description', ''),
  ])
}

interface Asked {
  kind: Observation['kind']
  path: string
  method: 'GET' | 'HEAD'
  isClient: boolean
  subject: string
}

async function send(
  { url, publicKey, fetch }: StrangerApi,
  { kind, path, method = 'GET', isClient = false, subject }: Partial<Asked> & Pick<Asked, 'kind' | 'path'>,
): Promise<Observation> {
  const response = await fetch(`${url}/${path}`, {
    method,
    // Without cookies and without what the browser knows from the creator's own requests.
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      apikey: publicKey,
      ...(isClient ? { authorization: `Bearer ${publicKey}` } : {}),
      ...(kind === 'description' ? {} : { prefer: 'count=exact' }),
    },
  })
  const body: unknown = method === 'HEAD' ? undefined : await response.json().catch(() => undefined)
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return {
    kind,
    request: `${method} /rest/v1/${path}`,
    status: response.status,
    rows: response.ok ? rowsIn(kind, body) : [],
    count: total === undefined ? null : Number(total),
    ...(subject === undefined ? {} : { subject }),
  }
}

/** The rows of the table itself in a response. A description counts as one row: the names of what it lists. */
function rowsIn(kind: Observation['kind'], body: unknown): Record<string, unknown>[] {
  if (kind === 'description') return isRecord(body) ? [body] : []
  if (!Array.isArray(body)) return []
  const rows = body.filter(isRecord)
  return kind === 'embedded' ? rows.map(({ reached }) => reached).filter(isRecord) : rows
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
