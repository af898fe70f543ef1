import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Webhook } from 'standardwebhooks'

/** A received request, not yet verified. */
export interface ReceivedHook {
  path: string
  headers: Record<string, string>
  body: string
  /** The parsed body. */
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Responder = (hook: ReceivedHook, response: ServerResponse) => void | Promise<void>

/** A third-party server on a free port that records the requests it gets. It responds with 200 by default. */
export async function webhookReceiver() {
  const received: ReceivedHook[] = []
  const inFlight = { now: 0, most: 0 }
  let respond: Responder = (_, response) => void response.end('{"received":true}')
  const server = createServer(async (request, response) => {
    inFlight.most = Math.max(inFlight.most, ++inFlight.now)
    response.on('close', () => inFlight.now--)
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const hook = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
      event: JSON.parse(body) as ReceivedHook['event'],
    }
    received.push(hook)
    await respond(hook, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    inFlight,
    /** Sets the response to all further requests. */
    answer: (next: Responder) => void (respond = next),
    /**
     * Verifies a signature as receivers do.
     * @throws {WebhookVerificationError} when it does not match the secret
     */
    verify: (hook: ReceivedHook, secret: string) => new Webhook(secret).verify(hook.body, hook.headers),
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof webhookReceiver>>
