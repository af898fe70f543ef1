import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Refuse } from './connection-faults.ts'

/** Limits for slow bodies. */
export interface BodyTimeouts {
  /** Milliseconds during which a body may arrive at any rate. */
  bodyGrace: number
  /** Minimum average rate in bytes per second after that, measured from the start of the body. */
  bodyRate: number
  /** Milliseconds between two checks. */
  connectionsCheckingInterval: number
}

interface Arriving {
  response: ServerResponse
  startedAt: number
  /** Bytes that the connection had received before this body. */
  bytesBefore: number
}

/**
 * Closes connections whose body trickles in. Node's own limit is on the time of a whole request, which a large file over
 * an ordinary line would exceed; this one is on the rate. Time during which the server itself does not read is not
 * counted; the connection's buffer is full then.
 */
export function cutSlowBodies(server: Server, timeouts: BodyTimeouts, refuse: Refuse): void {
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
        body.startedAt += timeouts.connectionsCheckingInterval
      else if (isSlow(request, body, now, timeouts)) {
        arriving.delete(request)
        refuse(request.socket, body.response.headersSent ? undefined : 408)
      }
    }
  }, timeouts.connectionsCheckingInterval)
  look.unref()
  server.once('close', () => clearInterval(look))
}

function isSlow(
  { socket }: IncomingMessage,
  { startedAt, bytesBefore }: Arriving,
  now: number,
  { bodyGrace, bodyRate }: BodyTimeouts,
): boolean {
  const elapsed = now - startedAt
  return elapsed > bodyGrace && socket.bytesRead - bytesBefore < (elapsed / 1000) * bodyRate
}
