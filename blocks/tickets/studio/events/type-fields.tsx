import { ChevronDown, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { priceSign } from '#kernel/browser/money.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { PriceInput } from '#ui/forms/price-input.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { TypeDraft } from './event-draft.ts'

type Named = 'name' | 'price' | 'seats' | 'most' | 'saleUntil' | 'early'

export interface TypeFieldsProps {
  type: TypeDraft
  currency: string
  /** The only one: it needs no name of its own to be told apart, and cannot be removed. */
  isOnly: boolean
  problem: (name: Named) => string | undefined
  onChange: (next: Partial<TypeDraft>) => void
  onRemove: () => void
  /** Nothing of it is sold or held. */
  canRemove: boolean
}

const isDetailed = ({ description, saleFrom, saleUntil, early, hasWaitingList, most }: TypeDraft) =>
  Boolean(description || saleFrom || saleUntil || early.until || hasWaitingList || most !== '10')

/** A type of ticket: name, price and seats, and more when it is asked for. */
export function TypeFields(props: TypeFieldsProps) {
  const { type, currency, isOnly, problem, onChange, onRemove, canRemove } = props
  const [isOpen, setOpen] = useState(() => isDetailed(type))
  const name = type.name.trim() || 'this ticket'
  const sign = priceSign(currency)
  return (
    <fieldset className="m-0 min-w-0 rounded-card border border-line p-4" aria-label={`Ticket: ${name}`}>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,0.8fr)]">
        <Field label="Name" error={problem('name')}>
          {(control) => (
            <Input
              {...control}
              maxLength={80}
              value={type.name}
              onChange={({ currentTarget: { value } }) => onChange({ name: value })}
            />
          )}
        </Field>
        <Field label="Price" error={problem('price')}>
          {(control) => (
            <PriceInput
              {...control}
              sign={sign}
              placeholder="0 is free"
              value={type.price}
              onChange={({ currentTarget: { value } }) => onChange({ price: value })}
            />
          )}
        </Field>
        <Field label="Seats" error={problem('seats')} hint={type.isShared ? 'Shared seats' : undefined}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              readOnly={type.isShared}
              value={type.seats}
              onChange={({ currentTarget: { value } }) => onChange({ seats: value })}
            />
          )}
        </Field>
      </div>
      <div className="mt-3 flex items-center justify-between gap-3">
        <Button
          size="small"
          variant="ghost"
          className="-ml-3"
          aria-expanded={isOpen}
          icon={
            <ChevronDown
              size={16}
              strokeWidth={1.75}
              aria-hidden
              className={isOpen ? 'rotate-180 transition-transform' : 'transition-transform'}
            />
          }
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fewer settings' : 'Sale, early price, waiting list'}
        </Button>
        {isOnly ? null : (
          <IconButton
            label={`Remove ${name}`}
            disabled={!canRemove}
            icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
            onClick={onRemove}
          />
        )}
      </div>
      {isOpen ? <Details {...props} sign={sign} /> : null}
    </fieldset>
  )
}

function Details({ type, problem, onChange, sign }: TypeFieldsProps & { sign: string }) {
  const { early } = type
  return (
    <div className="mt-3 flex flex-col gap-3 border-t border-line pt-3">
      <Field label="Description" optional="(optional)">
        {(control) => (
          <Input
            {...control}
            maxLength={500}
            value={type.description}
            onChange={({ currentTarget: { value } }) => onChange({ description: value })}
          />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="On sale from" optional="(optional)">
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={type.saleFrom}
              onChange={({ currentTarget: { value } }) => onChange({ saleFrom: value })}
            />
          )}
        </Field>
        <Field label="On sale until" optional="(optional)" error={problem('saleUntil')}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={type.saleUntil}
              onChange={({ currentTarget: { value } }) => onChange({ saleUntil: value })}
            />
          )}
        </Field>
        <Field
          label="Early price"
          optional="(optional)"
          aside={<Badge>Business</Badge>}
          error={problem('early')}
        >
          {(control) => (
            <PriceInput
              {...control}
              sign={sign}
              value={early.price}
              onChange={({ currentTarget: { value } }) => onChange({ early: { ...early, price: value } })}
            />
          )}
        </Field>
        <Field label="Until" optional="(optional)">
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={early.until}
              onChange={({ currentTarget: { value } }) => onChange({ early: { ...early, until: value } })}
            />
          )}
        </Field>
        <Field label="Most in one order" error={problem('most')}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={type.most}
              onChange={({ currentTarget: { value } }) => onChange({ most: value })}
            />
          )}
        </Field>
      </div>
      <Switch
        checked={type.hasWaitingList}
        onCheckedChange={(hasWaitingList) => onChange({ hasWaitingList })}
      >
        <span className="inline-flex items-center gap-2">
          Waiting list when sold out <Badge>Business</Badge>
        </span>
      </Switch>
    </div>
  )
}
