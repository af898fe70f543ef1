import { AppError } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { listEvents, readEvent } from '../events.ts'
import type { TicketEvent } from '../endpoints.ts'
import type { TicketsPageData } from './data-types.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Renders events for a visitor who is signed out; members' pages read again what differs. */
export async function loadTicketsData(
  kernel: Kernel,
  { tenant, claims, url }: EmbedRequest,
): Promise<Pick<TicketsPageData, 'layout' | 'events' | 'series' | 'overlay'>> {
  const { searchParams: query } = url
  const overlay = kernel.payments.canFrame(tenant.stripe_mode)
  const id = query.get('event')
  if (id !== null) return { layout: 'event', events: await named(kernel, claims, id), overlay }
  const layout = query.get('layout') === 'calendar' ? 'calendar' : 'list'
  const series = query.get('series')
  if (series !== null && !UUID.test(series)) return { layout, events: [], overlay }
  const { events } = await listEvents(kernel, claims, series === null ? {} : { series })
  return { layout, events, ...(series !== null && { series }), overlay }
}

async function named(kernel: Kernel, claims: EmbedRequest['claims'], id: string): Promise<TicketEvent[]> {
  if (!UUID.test(id)) return []
  try {
    return [await readEvent(kernel, claims, id)]
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return []
    throw error
  }
}
