import { formatDateTime } from '#kernel/browser/dates.ts'
import type { Delivery, WebhookEndpoint } from '../endpoints.ts'

type Tone = 'ok' | 'warn' | 'danger' | 'neutral'

/** The state of an endpoint, as text. */
export function endpointState(endpoint: WebhookEndpoint): { tone: Tone; label: string } {
  if (endpoint.disabled_by === 'gone') return { tone: 'danger', label: 'Turned off: it returned 410 Gone' }
  if (endpoint.disabled_by === 'failing')
    return { tone: 'danger', label: 'Turned off after five days of failure' }
  if (!endpoint.enabled) return { tone: 'neutral', label: 'Off' }
  if (endpoint.failing_since)
    return { tone: 'warn', label: `Failing since ${formatDateTime(endpoint.failing_since)}` }
  return { tone: 'ok', label: 'On' }
}

/** The state of a delivery, as text. */
export function deliveryState({ state, tries }: Delivery): { tone: Tone; label: string } {
  if (state === 'delivered') return { tone: 'ok', label: 'Delivered' }
  if (state === 'failed') return { tone: 'danger', label: 'Failed' }
  return tries === 0 ? { tone: 'neutral', label: 'Sending' } : { tone: 'warn', label: 'Waiting to retry' }
}

/** The last response: its status, or why there was none. */
export const responseText = ({ status, error }: { status: number | null; error: string | null }): string =>
  error ?? (status === null ? '' : `HTTP ${status}`)

/** Formats `{"a":1}` over several lines; text that is not JSON stays as it is. */
export function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
