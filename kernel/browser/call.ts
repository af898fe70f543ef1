import type { Endpoint } from './endpoint.ts'

/** A refusal or failure of a call; `message` is fit for people, `status` is 0 when no answer came. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  /** The words that the server gave, if it gave any; `message` else is ours. */
  readonly serverText: string | undefined
  readonly more: CallErrorMore

  constructor(status: number, code: string, message: string, serverText?: string, more: CallErrorMore = {}) {
    super(message)
    this.more = more
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.serverText = serverText
  }
}

/** What some refusals say besides. */
export interface CallErrorMore {
  /** Why a password is too weak: `length`, `characters`, `pwned`. */
  reasons?: string[]
  /** Seconds until it may be tried again. */
  retryAfter?: number
}

/** No answer came: the visitor's network, or a server that is gone. */
export const noConnection = () =>
  new CallError(0, 'network', 'No connection. Check your network and try again.')

/** What to tell people of a failed call: the server's words, else ours for a lost connection, else the fallback. */
export function callErrorText(error: unknown, fallback: string): string {
  if (!(error instanceof CallError)) return fallback
  return error.serverText ?? (error.status === 0 ? error.message : fallback)
}

/**
 * The same in the language of a page, which has words for refusals by their codes. A refusal that it has none for
 * keeps the server's own.
 */
export function refusalWords(
  error: unknown,
  { codes, unexpected }: { codes: Record<string, string>; unexpected: string },
): string {
  const own = error instanceof CallError && Object.hasOwn(codes, error.code) ? codes[error.code] : undefined
  return own ?? callErrorText(error, unexpected)
}

export interface CallerOptions {
  /** Address of the mount, for example `https://host/functions/v1`. */
  url: string
  /** The platform's anon key, or a tenant's public key. */
  apiKey: string
  /** The caller's access token, if signed in. */
  accessToken?: () => Promise<string | undefined>
}

/** Fills `:name` parts from the input and returns what is left of it. */
function fillPath(path: string, input: Record<string, unknown>): [string, Record<string, unknown>] {
  const rest = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return [filled, rest]
}

/**
 * Makes the typed `call(endpoint, input)`. GET and DELETE send the input as query, the others as JSON. Calls with the
 * same `idempotencyKey` are one, where the endpoint says that it takes a key.
 * @throws {CallError} for every answer that is not 2xx and for a failed connection (status 0)
 */
export function createCaller(options: CallerOptions) {
  return async function call<I, O>(
    endpoint: Endpoint<I, O>,
    input: I,
    more: { idempotencyKey?: string } = {},
  ): Promise<O> {
    const [path, rest] = fillPath(endpoint.path, { ...(input as Record<string, unknown>) })
    const token = await options.accessToken?.()
    const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
    const query = new URLSearchParams()
    if (inQuery)
      for (const [name, value] of Object.entries(rest))
        if (value !== undefined) query.set(name, `${value as string | number | boolean}`)
    const headers: Record<string, string> = {
      apikey: options.apiKey,
      authorization: `Bearer ${token ?? options.apiKey}`,
    }
    if (!inQuery) headers['content-type'] = 'application/json'
    if (more.idempotencyKey) headers['idempotency-key'] = more.idempotencyKey
    const target = options.url + path + (query.size ? `?${query}` : '')
    const answer = await fetch(target, {
      method: endpoint.method,
      headers,
      body: inQuery ? undefined : JSON.stringify(rest),
    }).catch(() => {
      throw noConnection()
    })
    const text = await answer.text()
    // A file (CSV) is its text.
    const body = answer.headers.get('content-type')?.startsWith('text/csv') ? text : parse(text)
    if (!answer.ok) throw toCallError(answer.status, body)
    return body as O
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function toCallError(status: number, body: unknown): CallError {
  const { error, message, code } = (body ?? {}) as { error?: string; message?: string; code?: string }
  const text = error || message || undefined
  return new CallError(status, code ?? String(status), text ?? `The server answered ${status}`, text)
}
