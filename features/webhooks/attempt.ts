import { Webhook } from 'standardwebhooks'
import type { Kernel } from '#kernel/kernel.ts'
import { OutboundError } from '#kernel/net/guarded-fetch.ts'

/** The message to send, as stored in its row. */
export interface Message {
  id: string
  type: string
  created_at: Date
  data: unknown
}

/** The outcome of one attempt. */
export interface Outcome {
  /** The HTTP status; null when there was no response. */
  status: number | null
  durationMs: number
  /** The first 2 kB of the response. */
  answer: string | null
  error: string | null
  /** The receiver's Retry-After, in seconds. */
  retryAfter: number | undefined
}

/** The body of every attempt: retries send the same message. */
export const bodyOf = ({ type, created_at, data }: Message) =>
  JSON.stringify({ type, timestamp: created_at.toISOString(), data })

/**
 * Sends a message once, signed with the current timestamp. Resolves for every failure of the receiver.
 * @param secrets every secret that signs, newest first
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function sendOnce(
  { webhookFetch }: Pick<Kernel, 'webhookFetch'>,
  url: string,
  secrets: string[],
  message: Message,
): Promise<Outcome> {
  const id = `msg_${message.id}`
  const body = bodyOf(message)
  const now = new Date()
  const started = performance.now()
  const duration = () => Math.round(performance.now() - started)
  try {
    const answer = await webhookFetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Bolt-Blocks-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
      },
      body,
    })
    return {
      status: answer.status,
      durationMs: duration(),
      answer: readable(await answer.text()),
      error: null,
      retryAfter: secondsOf(answer.headers.get('retry-after')),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const status = error.status ?? null
    return { status, durationMs: duration(), answer: null, error: wordsOf(error), retryAfter: undefined }
  }
}

/** Removes characters that PostgreSQL text cannot store, and truncates to the stored length. */
const readable = (text: string) => text.replaceAll('\u0000', '\ufffd').slice(0, 2048)

/** Seconds of a Retry-After header, which is a number or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** Why there was no response, in terms that help the receiver's operator. */
function wordsOf(error: OutboundError): string {
  for (let cause = error.cause as CausedError | undefined; cause; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause.message
    if (cause.name === 'TimeoutError' || /TIMEOUT/.test(cause.code ?? ''))
      return 'No response within 15 seconds'
    if (cause.code === 'ENOTFOUND') return 'The server name could not be resolved'
    if (cause.code === 'ECONNREFUSED') return 'The server refused the connection'
    if (/CERT|SELF_SIGNED|SSL|TLS/.test(cause.code ?? '')) return 'The server certificate is not valid'
    if (/ECONNRESET|UND_ERR_SOCKET/.test(cause.code ?? '')) return 'The server closed the connection'
  }
  return error.message
}

interface CausedError extends Error {
  code?: string
  cause?: CausedError
}
