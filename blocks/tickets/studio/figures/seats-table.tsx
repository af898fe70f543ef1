import { formatPrice } from '#kernel/browser/money.ts'
import type { EventFigures } from '#blocks/tickets/endpoints-studio.ts'
import { Card } from '#ui/base/card.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Progress } from '#ui/progress.tsx'
import { type EventRow, freeOf } from '../events/event-rows.ts'

const count = (value: number) => value.toLocaleString('en-US')

/** Seats sold, in carts and free: of each type, and of seats that several types share. */
export function SeatsTable({ event, figures }: { event: EventRow; figures: EventFigures | undefined }) {
  const of = (id: string) => figures?.types.find((type) => type.id === id)
  const shared = event.quotas.filter(
    ({ id }) => event.types.filter((type) => type.quotas.some((quota) => quota.id === id)).length > 1,
  )
  return (
    <section aria-labelledby="seats-title">
      <h3 id="seats-title" className="mb-3 text-subheading">
        Seats
      </h3>
      <Card className="px-5 py-1 max-md:px-4 max-sm:[&_tbody_tr:first-child]:border-t-0 [&_tbody_tr:last-child]:border-b-0 [&_tbody_tr:last-child_td]:border-b-0">
        <Table
          label="Seats by ticket"
          readOnly
          rows={event.types}
          rowKey={({ id }) => id}
          columns={[
            {
              title: 'Ticket',
              phone: 'title',
              render: ({ name }) => <span className="wrap-anywhere">{name}</span>,
            },
            {
              title: 'Sold',
              align: 'right',
              phone: 'aside',
              render: ({ id }) => cell(of(id)?.valid, 'sold'),
            },
            {
              title: 'In carts',
              align: 'right',
              phone: 'detail',
              render: ({ id }) => cell(of(id)?.held, 'in carts'),
            },
            { title: 'Free', align: 'right', phone: 'badge', render: (type) => cell(freeOf(type), 'free') },
            {
              title: 'Worth',
              align: 'right',
              phone: 'hidden',
              render: ({ id }) => {
                const cents = of(id)?.price_cents
                return cents === undefined ? '' : formatPrice(cents, event.currency)
              },
            },
          ]}
        />
        {shared.map(({ id, name, sold, held, capacity }) => (
          <div key={id} className="border-t border-line py-3">
            <p className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-small tabular-nums">
              <span>{name}, shared</span>
              <span className="text-text-2">
                {count(sold)} sold, {count(held)} in carts, {count(Math.max(0, capacity - sold - held))} free
                of {count(capacity)}
              </span>
            </p>
            <Progress label={`Taken: ${name}`} value={capacity ? Math.min(1, (sold + held) / capacity) : 0} />
          </div>
        ))}
      </Card>
    </section>
  )
}

/** On a phone the heads of the columns are not visible. */
const cell = (value: number | undefined, unit: string) =>
  value === undefined ? (
    ''
  ) : (
    <span className="tabular-nums">
      {count(value)}
      <span className="text-text-3 sm:sr-only"> {unit}</span>
    </span>
  )
