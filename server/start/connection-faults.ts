import { STATUS_CODES } from 'node:http'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** What the HTTP parser calls its refusals. */
const STATUS: Partial<Record<string, Status>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

const WORDS = {
  400: ['bad_request', 'This is not an HTTP request'],
  408: ['request_timeout', 'The request took too long to arrive'],
  413: ['body_too_large', 'The request body is too large'],
  431: ['headers_too_large', 'The address or the headers are too long'],
} as const

type Status = keyof typeof WORDS

/** Answers what never became a request: before any middleware, so everything that each answer carries stands here. */
export function answerFaults(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // In the middle of an answer another one would be taken for a part of it; a reset hears nothing.
    const busy = (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage?.headersSent
    const silent = busy || error.code === 'ECONNRESET'
    refuseConnection(socket, silent ? undefined : (STATUS[error.code ?? ''] ?? 400))
  })
}

/** Ends a connection, with a last answer where one may still be given. */
export function refuseConnection(socket: Duplex, status: Status | undefined): void {
  if (status && socket.writable) {
    const [code, error] = WORDS[status]
    const body = JSON.stringify({ error, code })
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
        'connection: close',
        'cache-control: no-store',
        'x-content-type-options: nosniff',
        'referrer-policy: strict-origin-when-cross-origin',
        'permissions-policy: camera=(), microphone=(), geolocation=()',
        'cross-origin-opener-policy: same-origin',
        'cross-origin-resource-policy: cross-origin',
        "content-security-policy: default-src 'none'; frame-ancestors 'none'",
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroy()
}
