import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Stripe from 'stripe'

/** Access to the stand-in: control API, hosted pages, and the official client with its key. */
export interface Provider {
  url: string
  stripe: Stripe
  control<T>(path: string, body?: object): Promise<T>
  /** Posts a form of a hosted page as a browser does. @returns the redirect URL; empty without a redirect */
  submit(address: string, fields: Record<string, string>): Promise<string>
  /** Ids of all events that have been or will be sent to a webhook endpoint. */
  sentEvents(): string[]
  /** Number of delivery attempts by response status; 0 means no response. */
  attempts(): Record<string, number>
}

/** @param url URL of the stand-in @param dataDir data folder of its instance */
export function providerAt(url: string, dataDir: string): Provider {
  const { hostname, port } = new URL(url)
  return {
    url,
    stripe: new Stripe(secretKeyIn(dataDir), {
      host: hostname,
      port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 2,
    }),
    async control<T>(path: string, body?: object) {
      const init = body && { method: 'POST', body: JSON.stringify(body) }
      const answer = await withRetries(() => fetch(`${url}/_sandbox/${path}`, init))
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return (await answer.json()) as T
    },
    async submit(address, fields) {
      const answer = await fetch(address, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields),
      })
      await answer.body?.cancel()
      const to = answer.headers.get('location')
      return to ? new URL(to, address).href : ''
    },
    sentEvents: () =>
      read(
        dataDir,
        `select distinct event_id as value from deliveries where endpoint_id like 'we\\_%' escape '\\'`,
      ),
    attempts() {
      const counts: Record<string, number> = {}
      for (const list of read(dataDir, 'select attempts as value from deliveries'))
        for (const { status = 0 } of JSON.parse(list) as { status?: number }[])
          counts[status] = (counts[status] ?? 0) + 1
      return counts
    },
  }
}

/** Retries a request, because the stand-in stops and starts with its server. */
async function withRetries(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (tries === 100) throw error
      await pause(100)
    }
  }
}

function secretKeyIn(dataDir: string): string {
  return read(dataDir, `select value from settings where name = 'secret_key_test'`)[0] ?? ''
}

/** Reads the column `value` from the stand-in's database. */
function read(dataDir: string, query: string): string[] {
  const kept = new DatabaseSync(join(dataDir, 'sandbox', 'sandbox.sqlite'), { readOnly: true })
  try {
    return kept
      .prepare(query)
      .all()
      .map((row) => String(row['value']))
  } finally {
    kept.close()
  }
}
