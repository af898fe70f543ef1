import { Plus, Trash2 } from 'lucide-react'
import { priceSign } from '#kernel/browser/money.ts'
import { PlanBadge } from '#studio/plan/plan-badge.tsx'
import { Field } from '#ui/base/field.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { PriceInput } from '#ui/forms/price-input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { BusinessNotice, useBusinessLock } from '../business-notice.tsx'
import { CountField } from './count-field.tsx'
import { TimeField } from './event-fields.tsx'
import { newPhase, newPool, type PhaseDraft } from './type-draft.ts'
import type { TypeFieldsProps } from './type-fields.tsx'

/** Price phases, hidden tickets, add-ons, shared seats and the waiting list. */
export function TypeBusiness(props: TypeFieldsProps) {
  const { tenant, type, event, problem, onChange } = props
  const isLocked = useBusinessLock(tenant)
  const bases = event.types.filter(({ key, addonOf }) => key !== type.key && !addonOf)
  return (
    <section aria-label="Business" className="flex flex-col gap-4 border-t border-line pt-4">
      <p className="flex items-center gap-2 text-small font-label">
        Prices in phases, codes, shared seats <PlanBadge plan="business" />
      </p>
      {isLocked ? (
        <BusinessNotice what="price phases, hidden tickets, add-ons, shared seats and waiting lists" />
      ) : null}
      {problem('business') ? <p className="bb-error">{problem('business')}</p> : null}
      <fieldset disabled={isLocked} className="m-0 flex min-w-0 flex-col gap-4 border-0 p-0">
        <Phases {...props} />
        <SharedSeats {...props} />
        {bases.length > 0 ? (
          <Field
            label="Add-on to"
            hint="Bought with at least as many of that ticket."
            error={problem('addonOf')}
          >
            {(control) => (
              <Select
                {...control}
                options={[
                  { value: '', label: 'None, sold alone' },
                  ...bases.map(({ key, name }) => ({ value: key, label: name.trim() || 'Unnamed ticket' })),
                ]}
                value={type.addonOf}
                onChange={({ currentTarget: { value } }) => onChange({ addonOf: value })}
              />
            )}
          </Field>
        ) : null}
        <div className="flex flex-col gap-2">
          <Switch checked={type.isHidden} onCheckedChange={(isHidden) => onChange({ isHidden })}>
            Hidden until a visitor enters a code
          </Switch>
          <Switch
            checked={type.hasWaitingList}
            onCheckedChange={(hasWaitingList) => onChange({ hasWaitingList })}
          >
            Waiting list when sold out
          </Switch>
        </div>
      </fieldset>
    </section>
  )
}

function Phases({ type, event, problem, onChange }: TypeFieldsProps) {
  const change = (key: string, next: Partial<PhaseDraft>) =>
    onChange({ phases: type.phases.map((phase) => (phase.key === key ? { ...phase, ...next } : phase)) })
  return (
    <div className="flex flex-col gap-3">
      {type.phases.map((phase, place) => (
        <div key={phase.key} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1fr)]">
            <Field
              label={place === 0 ? 'First price' : `Price ${place + 1}`}
              error={place === type.phases.length - 1 ? problem('phases') : undefined}
            >
              {(control) => (
                <PriceInput
                  {...control}
                  sign={priceSign(event.currency)}
                  value={phase.price}
                  onChange={({ currentTarget: { value } }) => change(phase.key, { price: value })}
                />
              )}
            </Field>
            <TimeField label="Until" value={phase.until} onChange={(until) => change(phase.key, { until })} />
            <CountField
              label="Or sold"
              placeholder="Any number"
              value={phase.sold}
              onChange={(sold) => change(phase.key, { sold })}
            />
          </div>
          <span className="mt-7">
            <IconButton
              label={`Remove price ${place + 1}`}
              icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => onChange({ phases: type.phases.filter(({ key }) => key !== phase.key) })}
            />
          </span>
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={type.phases.length >= 10 && 'A ticket has at most 10 prices.'}
          onClick={() => onChange({ phases: [...type.phases, newPhase()] })}
        >
          {type.phases.length > 0 ? 'Add a price' : 'Price until a date or a number'}
        </Button>
      </div>
    </div>
  )
}

function SharedSeats({ type, event, onPools }: TypeFieldsProps) {
  const { pools } = event
  const isFull = type.pools.length >= 3
  return (
    <div className="flex flex-col gap-2">
      {pools.map(({ key, name }) => (
        <Checkbox
          key={key}
          checked={type.pools.includes(key)}
          disabled={isFull && !type.pools.includes(key)}
          onChange={({ target }) =>
            onPools(pools, target.checked ? [...type.pools, key] : type.pools.filter((one) => one !== key))
          }
        >
          Takes seats of {name.trim() || 'the shared seats'}
        </Checkbox>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={isFull && 'A ticket takes seats of at most three kinds.'}
          onClick={() => {
            const pool = newPool(pools.length > 0 ? `Shared seats ${pools.length + 1}` : 'Shared seats')
            onPools([...pools, pool], [...type.pools, pool.key])
          }}
        >
          {pools.length > 0 ? 'Add shared seats' : 'Share seats between tickets'}
        </Button>
      </div>
    </div>
  )
}
