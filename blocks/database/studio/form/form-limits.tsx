import { SavedAudiencePicker } from '#studio/audience/saved-audience-picker.tsx'
import { useProducts } from '#studio/audience/use-products.ts'
import { useRoles } from '#studio/audience/use-roles.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import type { DataForm, GivenForm } from '#blocks/database/endpoints-studio.ts'
import { SIGNED_IN } from '../templates/template.ts'

/** When and by whom a form can be sent. */
export type Limits = Pick<
  GivenForm,
  'audience' | 'is_open' | 'opens_at' | 'closes_at' | 'most' | 'per_person'
>

export const limitsOf = ({ audience, is_open, opens_at, closes_at, most, per_person }: DataForm): Limits => ({
  audience,
  is_open,
  opens_at,
  closes_at,
  most,
  per_person,
})

export interface FormLimitsProps {
  tenantId: string
  limits: Limits
  submitted: number
  onChange: (limits: Limits) => void
}

/** Who may send a form, from when to when, and how often. */
export function FormLimits({ tenantId, limits, submitted, onChange }: FormLimitsProps) {
  const { data: products = [] } = useProducts(tenantId)
  const { data: roles = [] } = useRoles(tenantId)
  const set = (next: Partial<Limits>) => onChange({ ...limits, ...next })
  const { audience = null } = limits
  return (
    <section aria-labelledby="limits-title" className="flex flex-col gap-4">
      <h2 id="limits-title" className="text-subheading">
        Who, when and how often
      </h2>
      <Checkbox checked={limits.is_open ?? true} onChange={({ target }) => set({ is_open: target.checked })}>
        Open
        <span className="block text-caption text-text-3">
          {submitted === 1 ? 'Sent once so far.' : `Sent ${submitted.toLocaleString('en-US')} times so far.`}
        </span>
      </Checkbox>
      <SavedAudiencePicker
        tenantId={tenantId}
        products={products}
        roles={roles}
        label={
          audience !== null && typeof audience !== 'string'
            ? 'Who may send it: signed-in members'
            : 'Who may send it'
        }
        without="Everyone"
        value={typeof audience === 'string' ? audience : null}
        offers={[{ name: 'Signed-in members', rule: SIGNED_IN }]}
        onOffer={(rule) => set({ audience: rule })}
        onChange={(id) => set({ audience: id })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Time label="Opens" value={limits.opens_at ?? null} onChange={(opens_at) => set({ opens_at })} />
        <Time label="Closes" value={limits.closes_at ?? null} onChange={(closes_at) => set({ closes_at })} />
        <Count label="Submissions in all" value={limits.most ?? null} onChange={(most) => set({ most })} />
        <Count
          label="Per signed-in member"
          value={limits.per_person ?? null}
          onChange={(per_person) => set({ per_person })}
        />
      </div>
    </section>
  )
}

interface LimitProps<V> {
  label: string
  value: V | null
  onChange: (value: V | null) => void
}

/** A moment in the browser's time zone. */
function Time({ label, value, onChange }: LimitProps<string>) {
  return (
    <Field label={label} optional="(optional)">
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          value={value ? localTime(value) : ''}
          onChange={({ target }) => onChange(target.value ? new Date(target.value).toISOString() : null)}
        />
      )}
    </Field>
  )
}

/** As a control for local times wants it: 2026-03-01T09:30. */
function localTime(iso: string): string {
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function Count({ label, value, onChange }: LimitProps<number>) {
  return (
    <Field label={label} optional="(optional)">
      {(control) => (
        <Input
          {...control}
          type="number"
          min={1}
          max={1_000_000}
          placeholder="No limit"
          value={value ?? ''}
          onChange={({ target }) =>
            onChange(/^[1-9]\d{0,6}$/.test(target.value) ? Number(target.value) : null)
          }
        />
      )}
    </Field>
  )
}
