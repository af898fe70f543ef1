import type { Logger } from '../log.ts'
import type { SmsConfig } from './sms-settings.ts'

/** One text message to one phone number. */
export interface TextMessage {
  /** E.164 with its plus, for example +4915112345678. */
  to: string
  text: string
}

export interface Sms {
  /** The SMS provider; empty if none is configured, and then no message can be sent. */
  provider: '' | SmsConfig['provider']
  /**
   * Hands the message to the provider. Call it outside of transactions, because a message cannot be rolled back.
   * @throws {Error} when no provider is configured, or it is unreachable, slow, or rejects the message
   */
  send(message: TextMessage): Promise<void>
  /** Waits for messages in transit. */
  close(): Promise<void>
}

/** Timeout of a provider call in milliseconds. */
const TIMEOUT_MS = 10_000

/** @param fetcher calls the provider, whose URL is the operator's own setting, never a user's */
export function openSms(
  config: SmsConfig | undefined,
  log: Logger,
  fetcher: (url: string, init: RequestInit) => Promise<Response> = fetch,
): Sms {
  const underWay = new Set<Promise<unknown>>()

  async function deliver(message: TextMessage): Promise<void> {
    if (!config) throw new Error('No SMS provider is set: no text message can be sent')
    const { url, ...init } = requestFor(config, message)
    const response = await fetcher(url, {
      ...init,
      method: 'POST',
      // Following a redirect would send the message and the token elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    // The provider's message may contain the phone number, so only the status is reported.
    if (!response.ok) throw new Error(`The SMS provider answered ${response.status}`)
    log.debug({ provider: config.provider }, 'text message handed over')
  }

  return {
    provider: config?.provider ?? '',
    async send(message) {
      const delivery = deliver(message)
      underWay.add(delivery)
      try {
        await delivery
      } finally {
        underWay.delete(delivery)
      }
    },
    async close() {
      await Promise.allSettled(underWay)
    },
  }
}

/** The request that sends a message: JSON to a webhook, or the form of Twilio's API (2010-04-01, Messages). */
function requestFor(
  config: SmsConfig,
  { to, text }: TextMessage,
): { url: string; headers: Record<string, string>; body: string } {
  if (config.provider !== 'twilio')
    return {
      url: config.url,
      headers: {
        'content-type': 'application/json',
        ...(config.token ? { authorization: `Bearer ${config.token}` } : {}),
      },
      body: JSON.stringify({ to, text }),
    }
  const { accountSid, authToken, from } = config
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  return {
    url: `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    },
    body: new URLSearchParams({ To: to, Body: text, [sender]: from }).toString(),
  }
}
