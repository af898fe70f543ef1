import './tickets-page.css'
import { useState } from 'react'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { TicketEvent } from '../endpoints.ts'
import type { TicketsPageData } from './data-types.ts'
import { EventCalendar } from './event-calendar.tsx'
import { EventList } from './event-list.tsx'
import { EventView } from './event-view.tsx'
import { texts } from './texts/spoken.ts'

export { language } from './language.ts'
export const sample = () => import('./sample.ts')

/** `/embed/tickets`: one event with its tickets, or a list or calendar of events that opens them. */
export default function TicketsPage({ data, embed }: EmbedPageProps<TicketsPageData>) {
  const [opened, setOpened] = useState<TicketEvent>()
  const [wasOpened, setWasOpened] = useState<string>()
  const { errors, list } = texts
  const [first] = data.events
  if (data.error || !data.tenant)
    return <Failed text={errors[data.error ?? 'unexpected']} retry={data.error === 'load_failed'} />
  if (data.layout === 'event') {
    if (!first) return <Failed text={errors.missing} />
    return <EventView data={data} event={first} embed={embed} />
  }
  if (opened)
    return (
      <EventView
        data={data}
        event={opened}
        embed={embed}
        isOpened
        back={
          <button
            type="button"
            className="tk-link"
            onClick={() => {
              setWasOpened(opened.id)
              setOpened(undefined)
            }}
          >
            {list.back}
          </button>
        }
      />
    )
  const View = data.layout === 'calendar' ? EventCalendar : EventList
  return (
    <section className="tk" data-list="">
      <h1>{data.events.length ? texts.title : list.empty}</h1>
      {data.events.length ? (
        <View events={data.events} focused={wasOpened} onOpen={setOpened} />
      ) : (
        <p className="tk-quiet">{list.emptyText}</p>
      )}
    </section>
  )
}

function Failed({ text, retry }: { text: string; retry?: boolean }) {
  const again = retry ? (
    <Button size="small" onClick={() => location.reload()}>
      {texts.errors.tryAgain}
    </Button>
  ) : null
  return <Note tone="danger" title={text} isPage role="alert" action={again} />
}
