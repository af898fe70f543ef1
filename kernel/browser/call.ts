import type { Endpoint } from './endpoint.ts'

/** A failed call. `message` can be shown to users; `status` is 0 when no response arrived. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  /** The message that the server sent, if any. Without one, `message` is a generic text from this client. */
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

/** Extra details that some errors carry. */
export interface CallErrorMore {
  /** Why a password is too weak: `length`, `characters`, `pwned`. */
  reasons?: string[]
  /** Seconds to wait before a retry. */
  retryAfter?: number
  /** What the endpoint documents. */
  details?: unknown
}

/** No response arrived: the visitor is offline or the server is unavailable. */
export const noConnection = () =>
  new CallError(0, 'network', 'No connection. Check your network and try again.')

/** Error text to show: the server's message, else a connection message, else the fallback. */
export function callErrorText(error: unknown, fallback: string): string {
  if (!(error instanceof CallError)) return fallback
  return error.serverText ?? (error.status === 0 ? error.message : fallback)
}

/**
 * Like `callErrorText`, in the page's language: the page translates errors by code. An error without a translation
 * keeps the server's message.
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

/** Fills `:name` segments from the input. Returns the path and the unused input fields. */
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
 * Makes the typed `call(endpoint, input)`. GET and DELETE send the input as a query string, other methods as JSON.
 * Calls with the same `idempotencyKey` run once if the endpoint supports idempotency keys.
 * @throws {CallError} for every response other than 2xx and for a failed connection (status 0)
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
    const type = answer.headers.get('content-type') ?? ''
    if (answer.ok && /^(application\/(pdf|vnd\.apple\.pkpass)|text\/calendar)/.test(type))
      return (await answer.blob()) as O
    const text = await answer.text()
    // A CSV file is returned as text.
    const body = type.startsWith('text/csv') ? text : parse(text)
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
  const { error, message, code, details } = (body ?? {}) as Record<
    'error' | 'message' | 'code',
    string | undefined
  > &
    CallErrorMore
  const text = error || message || undefined
  return new CallError(status, code ?? String(status), text ?? `The server answered ${status}`, text, {
    details,
  })
}
