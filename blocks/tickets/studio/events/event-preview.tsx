import '#blocks/tickets/embed/tickets-page.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { ChooseTickets } from '#blocks/tickets/embed/choose-tickets.tsx'
import { type Choice, firstChoice } from '#blocks/tickets/embed/choosing.ts'
import { EventHead } from '#blocks/tickets/embed/event-head.tsx'
import { previewEvent } from '#blocks/tickets/endpoints-studio.ts'
import { call } from '#studio/data/api.ts'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { useResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import type { EventDraft } from './event-draft.ts'
import { previewOf } from './preview-event.ts'

export interface EventPreviewProps {
  tenant: TenantRow
  /** Absent for an event that is not stored yet. */
  eventId: string | undefined
  draft: EventDraft
}

/** The block's own view of an event, with what is typed. Tickets can be chosen; nothing is reserved. */
export function EventPreview({ tenant, eventId, draft }: EventPreviewProps) {
  const look = useResolvedTenantTheme(tenant)
  const heading = useRef<HTMLHeadingElement>(null)
  const [opened] = useState(() => new Date().toISOString())
  const { data: stored } = useQuery({
    queryKey: ['ticket-events', tenant.id, 'preview', eventId],
    queryFn: () => call(previewEvent, { tenantId: tenant.id, eventId: eventId! }),
    enabled: eventId !== undefined,
  })
  const event = previewOf(draft, stored, stored?.now ?? opened)
  const [choice, setChoice] = useState<Choice>(() => firstChoice(event))
  return (
    <section aria-label="Preview" className="lg:sticky lg:top-20">
      <h3 className="text-small font-label">Preview</h3>
      <ThemedContainer
        {...look}
        live
        className="relative mt-1.5 overflow-clip rounded-card border border-line bg-surface p-6 max-sm:p-4"
      >
        <div className="tk">
          <EventHead event={event} heading={heading} level={4} />
          <ChooseTickets
            event={event}
            embed={NOWHERE}
            publicKey=""
            choice={choice}
            busy={false}
            onChoose={(next) => setChoice(next)}
            onCode={() => Promise.resolve(false)}
            onReserve={() => undefined}
          />
        </div>
      </ThemedContainer>
      <p className="mt-2 text-caption text-text-3">How visitors see it. Nothing is reserved here.</p>
    </section>
  )
}

/** Replaces the host page and the server. */
const NOWHERE = {
  session: { user: null },
  call: () => Promise.reject(new Error('This is a preview')),
  tell: () => undefined,
} as unknown as EmbedApi
