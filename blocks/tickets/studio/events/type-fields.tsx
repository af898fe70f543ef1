import { Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { priceSign } from '#kernel/browser/money.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Badge } from '#ui/base/badge.tsx'
import { PriceInput } from '#ui/forms/price-input.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { EventDraft } from './event-draft.ts'
import type { TypeField } from './event-problems.ts'
import { MoreButton } from './more-button.tsx'
import type { PoolDraft, TypeDraft } from './type-draft.ts'
import { TypeDetails } from './type-details.tsx'

export interface TypeFieldsProps {
  tenant: TenantRow
  type: TypeDraft
  /** The event that it is sold for. */
  event: EventDraft
  problem: (name: TypeField) => string | undefined
  onChange: (next: Partial<TypeDraft>) => void
  /** Changes the shared seats, and which of them this type takes. */
  onPools: (pools: PoolDraft[], own: string[]) => void
  /** Adds the same ticket for members. */
  onMembers: () => void
  onRemove: () => void
  /** It is not the only one, and nothing of it is sold or held. */
  canRemove: boolean
}

/** Fields that are hidden at first. */
const DETAILS: readonly TypeField[] = [
  'description',
  'most',
  'perBuyer',
  'groupSize',
  'saleUntil',
  'phases',
  'questions',
  'addonOf',
  'audience',
  'business',
]

/** A type of ticket: name, price and seats, and more when it is asked for. */
export function TypeFields(props: TypeFieldsProps) {
  const { type, event, problem, onChange, onMembers, onRemove, canRemove } = props
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || DETAILS.some((name) => problem(name))
  const name = type.name.trim() || 'this ticket'
  const isSharing = type.pools.length > 0
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
        <Field label={type.isDonation ? 'Least price' : 'Price'} error={problem('price')}>
          {(control) => (
            <PriceInput
              {...control}
              sign={priceSign(event.currency)}
              placeholder="0 is free"
              value={type.price}
              onChange={({ currentTarget: { value } }) => onChange({ price: value })}
            />
          )}
        </Field>
        <Field
          label={isSharing ? 'Own limit' : 'Seats'}
          error={problem('seats')}
          hint={isSharing ? 'Of the shared seats' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              placeholder={isSharing ? 'None' : undefined}
              value={type.seats}
              onChange={({ currentTarget: { value } }) => onChange({ seats: value })}
            />
          )}
        </Field>
      </div>
      <Marks type={type} event={event} />
      <div className="mt-3 flex items-center gap-1">
        <MoreButton
          isOpen={isShown}
          label="Sale, limits, prices, questions"
          onToggle={() => setOpen(!isShown)}
        />
        <span className="ms-auto inline-flex">
          <IconButton
            label={`Add a members’ price for ${name}`}
            icon={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={onMembers}
          />
          {event.types.length > 1 ? (
            <IconButton
              label={`Remove ${name}`}
              disabled={!canRemove}
              icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              onClick={onRemove}
            />
          ) : null}
        </span>
      </div>
      {isShown ? <TypeDetails {...props} /> : null}
    </fieldset>
  )
}

/** What is special about a type, while its details are closed. */
function Marks({ type, event }: { type: TypeDraft; event: EventDraft }) {
  const base = event.types.find(({ key }) => key === type.addonOf)
  const marks = [
    type.audience && 'Certain members',
    type.isHidden && 'Behind a code',
    base && `Add-on to ${base.name.trim() || 'a ticket'}`,
    Number(type.groupSize) > 1 && `Group of ${type.groupSize.trim()}`,
    type.isDonation && 'Donation',
    type.phases.length > 0 &&
      (type.phases.length === 1 ? '1 price phase' : `${type.phases.length} price phases`),
    type.questions.length > 0 &&
      (type.questions.length === 1 ? '1 question' : `${type.questions.length} questions`),
    type.hasWaitingList && 'Waiting list',
    !type.isOpen && 'Sale paused',
  ].filter((mark): mark is string => typeof mark === 'string' && mark !== '')
  if (marks.length === 0) return null
  return (
    <p className="mt-3 flex flex-wrap gap-1.5">
      {marks.map((mark) => (
        <Badge key={mark} tone="outline">
          {mark}
        </Badge>
      ))}
    </p>
  )
}
