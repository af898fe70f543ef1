import { Plus, Trash2 } from 'lucide-react'
import { CURRENCIES } from '#kernel/browser/currencies.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { inCurrency, takenOf, takenUnits } from './event-draft.ts'
import type { DraftFieldsProps } from './event-fields.tsx'
import type { EventRow } from './event-rows.ts'
import { newType, type PoolDraft, type TypeDraft, withMembersType, withoutType } from './type-draft.ts'
import { TypeFields } from './type-fields.tsx'

/** As the contract has it. */
const MOST_TYPES = 50

export interface TicketsFieldsProps extends DraftFieldsProps {
  tenant: TenantRow
  /** As it is stored now. */
  event: EventRow | undefined
}

/** What is sold: types of tickets, and seats that several of them share. */
export function TicketsFields({ tenant, event, draft, problem, onChange }: TicketsFieldsProps) {
  const changeType = (key: string, next: Partial<TypeDraft>) =>
    onChange({ types: draft.types.map((type) => (type.key === key ? { ...type, ...next } : type)) })
  return (
    <fieldset className="m-0 mt-2 flex min-w-0 flex-col gap-3 border-0 p-0">
      <legend className="mb-2 flex w-full items-center justify-between gap-3 p-0">
        <span className="text-subheading">Tickets</span>
      </legend>
      {draft.types.map((type) => (
        <TypeFields
          key={type.key}
          tenant={tenant}
          type={type}
          event={draft}
          problem={(name) => problem(`${type.key} ${name}`)}
          onChange={(next) => changeType(type.key, next)}
          onPools={(pools, own) =>
            onChange({
              pools,
              types: draft.types.map((one) => (one.key === type.key ? { ...one, pools: own } : one)),
            })
          }
          onMembers={() => onChange(withMembersType(draft, type.key))}
          onRemove={() => onChange({ types: withoutType(draft.types, type.key) })}
          canRemove={draft.types.length > 1 && takenUnits(event?.types, type.key) === 0}
        />
      ))}
      {(['types', 'pools'] as const).map((name) =>
        problem(name) ? (
          <Notice key={name} tone="danger">
            {problem(name)}
          </Notice>
        ) : null,
      )}
      {draft.pools.length > 0 ? (
        <PoolList
          pools={draft.pools}
          usedBy={(key) =>
            draft.types.filter(({ pools }) => pools.includes(key)).map(({ name }) => name.trim())
          }
          taken={(key) => takenOf(event, key)}
          problem={(key) => problem(`${key} pool`)}
          onChange={(pools) => onChange({ pools })}
        />
      ) : null}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Button
          size="small"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={draft.types.length >= MOST_TYPES && 'An event has at most 50 types of tickets.'}
          onClick={() => onChange({ types: [...draft.types, newType()] })}
        >
          Add a type of ticket
        </Button>
        <div className="w-32">
          <Field label="Currency" error={problem('currency')}>
            {(control) => (
              <Select
                {...control}
                options={CURRENCIES.map((value) => ({ value, label: value.toUpperCase() }))}
                value={draft.currency}
                onChange={({ currentTarget: { value } }) => onChange(inCurrency(draft, value))}
              />
            )}
          </Field>
        </div>
      </div>
    </fieldset>
  )
}

interface PoolListProps {
  pools: readonly PoolDraft[]
  usedBy: (key: string) => string[]
  taken: (key: string) => number
  problem: (key: string) => string | undefined
  onChange: (pools: PoolDraft[]) => void
}

/** Seats that several types take; a ticket of any of them takes one. */
function PoolList({ pools, usedBy, taken, problem, onChange }: PoolListProps) {
  const change = (key: string, next: Partial<PoolDraft>) =>
    onChange(pools.map((pool) => (pool.key === key ? { ...pool, ...next } : pool)))
  return (
    <section aria-label="Shared seats" className="flex flex-col gap-3 rounded-card border border-line p-4">
      <p className="text-small font-label">Shared seats</p>
      {pools.map((pool) => {
        const types = usedBy(pool.key)
        return (
          <div key={pool.key} className="flex items-start gap-3">
            <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] gap-3">
              <Field
                label="Name"
                error={problem(pool.key)}
                hint={types.length > 0 ? `For ${types.join(', ')}` : 'No ticket takes them.'}
              >
                {(control) => (
                  <Input
                    {...control}
                    maxLength={80}
                    value={pool.name}
                    onChange={({ currentTarget: { value } }) => change(pool.key, { name: value })}
                  />
                )}
              </Field>
              <Field label="Total seats">
                {(control) => (
                  <Input
                    {...control}
                    inputMode="numeric"
                    value={pool.seats}
                    onChange={({ currentTarget: { value } }) => change(pool.key, { seats: value })}
                  />
                )}
              </Field>
            </div>
            <span className="mt-7">
              <IconButton
                label={`Remove shared seats ${pool.name}`}
                disabled={types.length > 0 || taken(pool.key) > 0}
                icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => onChange(pools.filter(({ key }) => key !== pool.key))}
              />
            </span>
          </div>
        )
      })}
    </section>
  )
}
