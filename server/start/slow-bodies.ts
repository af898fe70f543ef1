import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Refuse } from './connection-faults.ts'

/** How slow a body may be. */
export interface BodyPatience {
  /** Milliseconds in which a body may come as slowly as it likes. */
  bodyGrace: number
  /** Bytes a second that it must have come with after that, from its beginning. */
  bodyRate: number
  /** Milliseconds between two looks. */
  connectionsCheckingInterval: number
}

interface Arriving {
  response: ServerResponse
  startedAt: number
  /** Bytes that the connection had brought before this body. */
  bytesBefore: number
}

/**
 * Cuts connections whose body dribbles. Node's own limit is on the time of a whole request, which a large file over
 * an ordinary line would not keep; this one is on the rate. Time in which we are the ones that do not read is not
 * counted: then the connection's buffer is full.
 */
export function cutSlowBodies(server: Server, patience: BodyPatience, refuse: Refuse): void {
  const arriving = new Map<IncomingMessage, Arriving>()
  server.prependListener('request', (request, response) => {
    arriving.set(request, { response, startedAt: Date.now(), bytesBefore: request.socket.bytesRead })
    const forget = () => arriving.delete(request)
    request.once('end', forget).once('close', forget)
    response.once('close', forget)
  })
  const look = setInterval(() => {
    const now = Date.now()
    for (const [request, body] of arriving) {
      if (request.complete) arriving.delete(request)
      else if (request.readableLength >= request.readableHighWaterMark)
        body.startedAt += patience.connectionsCheckingInterval
      else if (isSlow(request, body, now, patience)) {
        arriving.delete(request)
        refuse(request.socket, body.response.headersSent ? undefined : 408)
      }
    }
  }, patience.connectionsCheckingInterval)
  look.unref()
  server.once('close', () => clearInterval(look))
}

function isSlow(
  { socket }: IncomingMessage,
  { startedAt, bytesBefore }: Arriving,
  now: number,
  { bodyGrace, bodyRate }: BodyPatience,
): boolean {
  const elapsed = now - startedAt
  return elapsed > bodyGrace && socket.bytesRead - bytesBefore < (elapsed / 1000) * bodyRate
}
