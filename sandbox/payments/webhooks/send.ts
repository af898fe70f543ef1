import { signatureHeader } from './signature.ts'

export interface Receiver {
  url: string
  secret: string
}

/** One delivery attempt: the response status, or the error. */
export interface Attempt {
  at: string
  ms: number
  status?: number
  error?: string
  /** First characters of the response. */
  answer?: string
}

const PATIENCE = 20_000

/** Posts a signed event. Redirects count as failures, as with Stripe. Never throws. */
export async function send(receiver: Receiver, body: string): Promise<Attempt> {
  const began = Date.now()
  const at = new Date(began).toISOString()
  try {
    const response = await fetch(receiver.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks; sandbox)',
        'stripe-signature': signatureHeader(body, receiver.secret, Math.floor(began / 1000)),
      },
      body,
    })
    const answer = (await response.text()).slice(0, 500)
    return { at, ms: Date.now() - began, status: response.status, answer }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { at, ms: Date.now() - began, error: cause instanceof Error ? cause.message : String(cause) }
  }
}
