import { Status } from '#ui/base/badge.tsx'
import type { InboxEvent } from '../endpoints-inbox.ts'

const STATES = {
  waiting: { tone: 'neutral', label: 'Pending' },
  done: { tone: 'ok', label: 'Done' },
  failed: { tone: 'danger', label: 'Failed' },
} as const

/** Whether an event was processed. */
export function EventStatus({ state }: { state: InboxEvent['state'] }) {
  const { tone, label } = STATES[state]
  return <Status tone={tone}>{label}</Status>
}
