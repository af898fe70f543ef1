import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Webhook } from 'standardwebhooks'

/** A request as it came, not verified yet. */
export interface ReceivedHook {
  path: string
  headers: Record<string, string>
  body: string
  /** The parsed body. */
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Answering = (hook: ReceivedHook, answer: ServerResponse) => void | Promise<void>

/** Somebody's server on a free port that keeps what it is sent; answers 200 until told otherwise. */
export async function webhookReceiver() {
  const received: ReceivedHook[] = []
  const inFlight = { now: 0, most: 0 }
  let answering: Answering = (_, answer) => void answer.end('{"received":true}')
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
    await answering(hook, response)
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
    /** How it answers from now on. */
    answer: (next: Answering) => void (answering = next),
    /** @throws {WebhookVerificationError} when the signature is not of this secret, as receivers check it */
    verify: (hook: ReceivedHook, secret: string) => new Webhook(secret).verify(hook.body, hook.headers),
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof webhookReceiver>>
