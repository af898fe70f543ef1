import { createHmac } from 'node:crypto'

/**
 * The Stripe-Signature header: HMAC-SHA256 over `timestamp.body`.
 * https://docs.stripe.com/webhooks#verify-manually
 * @param seconds real time, because receivers refuse old timestamps
 */
export function signatureHeader(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
