import { type FormEvent, useState } from 'react'
import { number } from '#kernel/browser/local.ts'
import { changeSeats } from '#features/orders/endpoints.ts'
import * as endpoints from '#features/teams/endpoints.ts'
import type { TeamDetail, TeamSeats as Seats } from '#features/teams/endpoints.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import type { PartProps } from './team-view.tsx'
import { texts } from './texts/spoken.ts'

type Props = PartProps & { team: TeamDetail; isAdmin: boolean }

/** Moves the focus to the number of seats of a product that the member pays for. */
export const focusSeats = (productId: string): void =>
  document.querySelector<HTMLElement>(`#seats-${productId} input`)?.focus()

/** What the team pays for, who has no seat, and how to get more. */
export function TeamSeats(props: Props) {
  const { embed, teams, team, isAdmin, busy, act } = props
  const free = isAdmin ? teams.free_seats : []
  const buys = isAdmin && teams.sells_seats
  if (team.seats.length === 0 && free.length === 0 && !buys) return null
  return (
    <section className="team-part">
      <h2>{texts.seats}</h2>
      {team.seats.map((seats) => (
        <ProductSeats key={seats.product_id} {...props} seats={seats} />
      ))}
      {free.map(({ order_id, product, seats }) => (
        <p key={order_id} className="team-row">
          <span className="team-who">{texts.free(product, number(seats))}</span>
          <Button
            size="small"
            busy={busy === `use ${order_id}`}
            onClick={() =>
              void act(`use ${order_id}`, () =>
                embed.call(endpoints.useSeatsForMyTeam, { teamId: team.id, order_id }),
              )
            }
          >
            {texts.use}
          </Button>
        </p>
      ))}
      {buys ? (
        <div className="team-acts">
          <Button size="small" onClick={() => embed.tell({ type: 'open', block: 'pay' })}>
            {texts.buy}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function ProductSeats({ embed, team, seats, busy, act }: Props & { seats: Seats }) {
  const used = team.members.length - seats.without.length
  const what = `seats ${seats.product_id}`
  const without = team.members.filter(({ id }) => seats.without.includes(id))
  return (
    <>
      <p>{texts.seatsOf(seats.product, number(used), number(seats.seats))}</p>
      {without.length ? (
        <Note tone="warn">
          {texts.tooFew(number(without.length))} ({without.map(({ name, email }) => name || email).join(', ')}
          )
        </Note>
      ) : null}
      {seats.own_order_id !== null && seats.own_seats !== null ? (
        <SeatForm
          key={seats.own_seats}
          id={`seats-${seats.product_id}`}
          seats={seats.own_seats}
          busy={busy === what}
          onSave={(count) =>
            void act(what, async () => {
              await embed.call(changeSeats, { orderId: seats.own_order_id!, seats: count })
              return embed.call(endpoints.readMyTeams, {})
            })
          }
        />
      ) : null}
    </>
  )
}

function SeatForm({
  id,
  seats,
  busy,
  onSave,
}: {
  id: string
  seats: number
  busy: boolean
  onSave: (count: number) => void
}) {
  const [typed, setTyped] = useState(String(seats))
  const count = /^\d{1,3}$/.test(typed) ? Number(typed) : 0
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy && count >= 1 && count !== seats) onSave(count)
  }
  return (
    <form id={id} className="team-line" onSubmit={submit}>
      <Field label={texts.change}>
        {(control) => (
          <Input
            {...control}
            type="number"
            min={1}
            max={999}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} busyLabel={texts.working} disabled={count < 1 || count === seats}>
        {texts.save}
      </Button>
    </form>
  )
}
