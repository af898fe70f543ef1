import { STATUS_CODES } from 'node:http'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { rawAnswer } from '#kernel/http/fixed-headers.ts'

/** Status by error code of the HTTP parser. */
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

/** Closes a connection, with a final response if a status is given and one can still be sent. */
export type Refuse = (socket: Duplex, status?: Status) => void

/**
 * Responds to connections that never became a request. No middleware runs, so it adds the common headers itself.
 * @param headers of every response (kernel/http/fixed-headers.ts)
 */
export function answerFaults(server: Server, headers: Record<string, string>): Refuse {
  const refuse: Refuse = (socket, status) => {
    if (status && socket.writable) {
      const [code, error] = WORDS[status]
      socket.write(rawAnswer(status, STATUS_CODES[status]!, { error, code }, headers))
    }
    socket.destroy()
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // In the middle of a response, another one would be read as part of it; after a reset, no client receives it.
    const busy = (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage?.headersSent
    const silent = busy || error.code === 'ECONNRESET'
    refuse(socket, silent ? undefined : (STATUS[error.code ?? ''] ?? 400))
  })
  return refuse
}
