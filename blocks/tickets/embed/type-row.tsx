import { type ReactNode, useId } from 'react'
import { money, number, wholeMoney } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { Input } from '#ui/base/input.tsx'
import type { TicketEvent, TicketType } from '../endpoints.ts'
import { canBuy, type Choice, mostOf, stepped } from './choosing.ts'
import { texts } from './texts/spoken.ts'
import { saleTime } from './when.ts'

export interface TypeRowProps {
  type: TicketType
  event: TicketEvent
  choice: Choice
  /** Name of the ticket that this one is an addition to. */
  needs: string | undefined
  onStep: (by: 1 | -1) => void
  /** @param price minor units */
  onPrice: (price: number) => void
  onWait: () => void
  onSignIn: () => void
  /** Below the row, such as the form of the waiting list. */
  children: ReactNode
}

/** Of the button that opens the form of the waiting list, which takes its place. */
export const waitButtonId = ({ id }: Pick<TicketType, 'id'>) => `wait-${id}`

/** One type of ticket: what it costs, its state, and how many. */
export function TypeRow(props: TypeRowProps) {
  const { type, event, choice, needs, onStep, onPrice, children } = props
  const { state, name, group_size } = type
  const sells = canBuy(type)
  const amountId = useId()
  return (
    <li className="tk-type" data-off={sells || state === 'waiting_list' ? undefined : ''}>
      <div>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {type.description ? <p className="tk-quiet">{type.description}</p> : null}
        <p className="tk-price">
          {priceText(type, event)}
          {type.regular_price_cents === undefined ? null : (
            <small> {texts.insteadOf(money(type.regular_price_cents, event.currency))}</small>
          )}
          {group_size ? <small> {texts.group(group_size)}</small> : null}
        </p>
        <p className="tk-quiet">{stateText(type, event, needs)}</p>
      </div>
      {sells ? (
        <fieldset className="tk-steps" aria-label={texts.quantity(name)}>
          {step(-1)}
          <output aria-live="polite">{number(choice[type.id]?.quantity ?? 0)}</output>
          {step(1)}
        </fieldset>
      ) : state === 'waiting_list' ? (
        children ? null : (
          <Button
            size="small"
            id={waitButtonId(type)}
            aria-label={`${texts.join}: ${name}`}
            onClick={props.onWait}
          >
            {texts.join}
          </Button>
        )
      ) : state === 'members_only' && type.ways?.length ? (
        <Button size="small" aria-label={`${texts.signIn}: ${name}`} onClick={props.onSignIn}>
          {texts.signIn}
        </Button>
      ) : null}
      {sells && type.is_donation && (choice[type.id]?.quantity ?? 0) > 0 ? (
        <div className="tk-amount">
          <label className="bb-label" htmlFor={amountId}>
            {texts.amount}
          </label>
          <Input
            id={amountId}
            inputMode="decimal"
            lead={event.currency.toUpperCase()}
            placeholder={texts.least(money(type.price_cents, event.currency))}
            onInput={({ currentTarget }) => onPrice(typedCents(currentTarget.value, event.currency))}
          />
        </div>
      ) : null}
      {children}
    </li>
  )

  function step(by: 1 | -1) {
    const now = choice[type.id]?.quantity ?? 0
    const next = stepped(type, choice, by)
    return (
      <button
        type="button"
        aria-label={by > 0 ? texts.more : texts.less}
        aria-disabled={next === now || (by > 0 && mostOf(type, choice) === 0)}
        onClick={() => onStep(by)}
      >
        {by > 0 ? '+' : '−'}
      </button>
    )
  }
}

function priceText({ price_cents, is_donation }: TicketType, { currency }: TicketEvent): string {
  if (is_donation) return texts.from(wholeMoney(price_cents, currency))
  return price_cents === 0 ? texts.free : money(price_cents, currency)
}

function stateText(type: TicketType, { zone }: TicketEvent, needs: string | undefined): string {
  const { state, left } = type
  if (state === 'not_yet' && type.sale_from) return texts.saleFrom(saleTime(type.sale_from, zone))
  if (!canBuy(type)) return texts.states[state]
  return [
    left === undefined ? '' : texts.left(left),
    type.price_until ? texts.priceUntil(saleTime(type.price_until, zone)) : '',
    needs === undefined ? '' : texts.with(needs),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Both `12,50` and `12.50`; anything else counts as nothing, and the least price counts then. */
function typedCents(text: string, currency: string): number {
  const amount = Number(text.trim().replace(',', '.'))
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  return Number.isFinite(amount) && amount > 0 ? Math.round(amount * 10 ** digits) : 0
}
