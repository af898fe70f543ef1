import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { callbackify } from 'node:util'
import { Agent, fetch as undiciFetch } from 'undici'
import { type LookUp, createLookUp } from './look-up.ts'
import { isPublicAddress } from './public-address.ts'

/** Default timeout in milliseconds for a complete response. */
const TIMEOUT = 10_000
/** Maximum size of a response body in bytes, after decompression. */
const MAX_BYTES = 1_048_576
/** Maximum size of a response's headers in bytes. */
const MAX_HEADERS = 16_384

/** A rejected or failed outbound request. The message contains no URL and nothing from the response. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  /** Status of the response, if any: it was a redirect, or HTTP does not define its status. */
  readonly status: number | undefined
  /** Headers of a response whose status HTTP does not define. */
  readonly headers: Headers | undefined

  constructor(message: string, more: { cause?: unknown; status?: number; headers?: Headers } = {}) {
    super(message, { cause: more.cause })
    this.status = more.status
    this.headers = more.headers
  }
}

export interface GuardedFetch {
  /** Like the platform's fetch, but without redirects; it resolves when the whole response has arrived. */
  (input: string | URL, init?: RequestInit): Promise<Response>
  /** Validates a URL and returns it. @throws {OutboundError} when requests to it are not allowed */
  check(address: string | URL): URL
  close(): Promise<void>
}

export interface GuardedFetchOptions {
  /**
   * URLs that the operator exempts from the rules on addresses and ports: origins, or URLs with a path, which exempt
   * only what is below that path.
   */
  allowed: string[]
  /** Our own origins. Requests to them are rejected on any port. */
  own?: string[]
  /**
   * URL of the development sandbox. Its inbox contains emails with sign-in tokens, so requests to it are rejected under
   * every name of this machine, even if its origin is in `allowed`; a path of it in `allowed` stays open.
   */
  sandbox?: string | undefined
  /** Whether http on port 80 is allowed too. */
  plainHttp: boolean
  /** Timeout in milliseconds for a complete response. */
  timeout?: number
  /** Stop reading after this many bytes; the rest is discarded instead of being an error. */
  enough?: number
  /** True: redirects are returned like other responses, without a body, and the caller decides whether to follow. */
  redirectsAreAnswers?: boolean
  /** Maximum size in bytes of all headers of a response. */
  maxHeaders?: number
  /**
   * Responses arrive as they are sent, up to this many bytes. `timeout` is then until the headers, and between two chunks; the caller's
   * signal ends the rest.
   */
  streamedBytes?: number
  /** Resolves host names, except those of `allowed`, which the system resolves. */
  resolve?: LookUp
}

/**
 * Makes requests to user-supplied URLs. Host names are resolved and checked at connect time, literal IP addresses
 * before. Only public addresses are dialed, and only https on 443 (http on 80 if `plainHttp` is set). By default
 * redirects are errors, and a response may take 10 s and 1 MB.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { timeout = TIMEOUT, enough, maxHeaders = MAX_HEADERS, resolve = createLookUp() } = options
  const allowed = options.allowed.map((address) => new URL(address))
  const own = new Set(options.own?.map((origin) => hostOf(new URL(origin))))
  const limits = { maxHeaderSize: maxHeaders, headersTimeout: timeout, bodyTimeout: timeout, connections: 16 }
  const sandbox = options.sandbox === undefined ? undefined : new URL(options.sandbox)
  const guarded = new Agent({ ...limits, connect: { lookup: publicOnly(resolve), timeout } })
  const trusted = new Agent({ ...limits, connect: { timeout } })

  function check(address: string | URL): URL {
    const url = URL.parse(address)
    if (!url || url.username || url.password) throw new OutboundError('The address is not valid')
    if (isAllowed(url)) return url
    if (sandbox && isSandbox(url, sandbox)) throw new OutboundError('The address is our own')
    if (url.protocol !== 'https:' && !(options.plainHttp && url.protocol === 'http:'))
      throw new OutboundError('The address must start with https://')
    if (url.port) throw new OutboundError('The address must not name a port')
    const host = hostOf(url)
    if (own.has(host)) throw new OutboundError('The address is our own')
    if (isIP(host) && !isPublicAddress(host)) throw new OutboundError('The address is not public')
    return url
  }

  const isAllowed = (url: URL): boolean =>
    allowed.some((one) => isBelow(url, one) && (one.pathname !== '/' || !sandbox || !isSandbox(url, sandbox)))

  const fetchGuarded = async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = check(input)
    const dispatcher = isAllowed(url) ? trusted : guarded
    const untilHeaders = new AbortController()
    const timer = setTimeout(() => untilHeaders.abort(), timeout)
    const { signal } = untilHeaders
    try {
      const answer = await undiciFetch(url, {
        ...(init as object),
        redirect: 'manual',
        signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
        dispatcher,
      })
      if (answer.status >= 300 && answer.status < 400) {
        await answer.body?.cancel()
        if (options.redirectsAreAnswers)
          return new Response(null, { status: answer.status, headers: new Headers([...answer.headers]) })
        throw new OutboundError('The address leads elsewhere', { status: answer.status })
      }
      if (!isDefinedStatus(answer.status)) {
        await answer.body?.cancel()
        throw new OutboundError('The server responded with an invalid status', {
          status: answer.status,
          headers: new Headers([...answer.headers]),
        })
      }
      if (options.streamedBytes !== undefined)
        return streamed(answer as unknown as Response, options.streamedBytes)
      return await arrived(answer as unknown as Response, enough)
    } catch (error) {
      throw error instanceof OutboundError
        ? error
        : new OutboundError('The address does not answer', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
  return Object.assign(fetchGuarded, {
    check,
    close: async () => void (await Promise.all([guarded.destroy(), trusted.destroy()])),
  })
}

/** Whether a URL equals another one or is below it. Parsing has resolved `..` in both. */
function isBelow(url: URL, above: URL): boolean {
  if (url.origin !== above.origin) return false
  const folder = above.pathname.replace(/\/$/, '')
  return url.pathname === folder || url.pathname.startsWith(`${folder}/`)
}

/** Whether the URL leads to the sandbox, which listens only on this machine, but under any of its names. */
function isSandbox(url: URL, sandbox: URL): boolean {
  if (portOf(url) !== portOf(sandbox)) return false
  const host = hostOf(url)
  return (
    host === hostOf(sandbox) ||
    host === hostname().toLowerCase() ||
    /(^|\.)localhost$/.test(host) ||
    (isIP(host) !== 0 && !isPublicAddress(host))
  )
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

/**
 * Whether `Response` accepts a status. Its constructor throws a RangeError for others (Fetch, "initialize a response"),
 * and the HTTP server's own `Response` throws it only when the body is read, outside the error handling here. Servers do
 * send other statuses: the parser accepts up to 999 (RFC 9110, section 15).
 */
const isDefinedStatus = (status: number): boolean => status >= 200 && status <= 599

/** Canonical host name: a trailing dot names the same host. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, '')

/** Reads the whole body, or as much as `enough`; throws when it is too long. */
async function arrived(answer: Response, enough: number | undefined): Promise<Response> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength
    parts.push(part)
    // Leaving the loop cancels the body.
    if (enough !== undefined && bytes >= enough) break
    if (bytes > MAX_BYTES) throw new OutboundError('The answer is too long')
  }
  const { status, headers } = answer
  // The constructor rejects a body for these statuses.
  const body = [204, 205, 304].includes(status) ? null : Buffer.concat(parts).subarray(0, enough)
  const kept = new Headers(headers)
  kept.delete('content-encoding')
  kept.delete('content-length')
  return new Response(body, { status, headers: kept })
}

/** The body as it arrives; it fails when it is too long. */
function streamed(answer: Response, most: number): Response {
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > most) controller.error(new OutboundError('The answer is too long'))
      else controller.enqueue(chunk)
    },
  })
  const { status, headers } = answer
  const kept = new Headers(headers)
  kept.delete('content-encoding')
  kept.delete('content-length')
  return new Response(answer.body?.pipeThrough(limit) ?? null, { status, headers: kept })
}

type LookedUp = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Resolves a name to its public addresses only, in the callback style of `net.connect`. */
export function publicOnly(resolve: LookUp) {
  const ask = callbackify(resolve)
  return (hostname: string, options: LookupOptions, done: LookedUp): void =>
    ask(hostname, (error, found) => {
      if (error) return done(error, [])
      const open = found.filter(({ address }) => isPublicAddress(address))
      if (!open.length) return done(new OutboundError('The address is not public'), [])
      if (options.all) return done(null, open)
      return done(null, open[0]!.address, open[0]!.family)
    })
}
