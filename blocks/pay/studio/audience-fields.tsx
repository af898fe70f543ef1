import type { ReactNode } from 'react'
import { priceSign } from '#kernel/browser/money.ts'
import { Field } from '#ui/base/field.tsx'
import { PriceInput } from '#ui/forms/price-input.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { AudienceDraft } from './audience-draft.ts'
import type { ProductDraft } from './product-draft.ts'
import { type SavedAudience, useSavedAudiences } from './use-saved-audiences.ts'

export interface AudienceFieldsProps {
  tenantId: string
  draft: ProductDraft
  /** Error message for the members' price. */
  priceError: ReactNode
  onChange: (change: Partial<AudienceDraft>) => void
}

/** Who may buy a product, what others see, and who pays less. */
export function AudienceFields({ tenantId, draft, priceError, onChange }: AudienceFieldsProps) {
  const audiences = useSavedAudiences(tenantId)
  const { audience, hidden, memberAudience, memberPrice, currency } = draft
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 text-small font-label">Who may buy</legend>
      <div className="grid grid-cols-[minmax(0,1.8fr)_minmax(0,1fr)] gap-3">
        <Field label="Audience" hint={audiences?.length === 0 ? NO_AUDIENCES : undefined}>
          {(field) => (
            <AudienceSelect
              {...field}
              audiences={audiences}
              none="Everyone"
              value={audience}
              onChange={(id) => onChange({ audience: id })}
            />
          )}
        </Field>
        {audience ? (
          <Field label="Others">
            {(field) => (
              <Select
                {...field}
                value={hidden ? 'hidden' : 'shown'}
                onChange={({ target }) => onChange({ hidden: target.value === 'hidden' })}
                options={FOR_OTHERS}
              />
            )}
          </Field>
        ) : null}
      </div>
      {audiences?.length || memberAudience ? (
        <div className="grid grid-cols-[minmax(0,1.8fr)_minmax(0,1fr)] gap-3">
          <Field label="Members’ price for" optional="(optional)">
            {(field) => (
              <AudienceSelect
                {...field}
                audiences={audiences}
                none="No one"
                value={memberAudience}
                onChange={(id) => onChange({ memberAudience: id })}
              />
            )}
          </Field>
          {memberAudience ? (
            <Field label="Members’ price" error={priceError}>
              {(field) => (
                <PriceInput
                  {...field}
                  sign={priceSign(currency)}
                  value={memberPrice}
                  onChange={({ target }) => onChange({ memberPrice: target.value })}
                />
              )}
            </Field>
          ) : null}
        </div>
      ) : null}
    </fieldset>
  )
}

const NO_AUDIENCES = 'This tenant has no audiences yet.'

const FOR_OTHERS = [
  { value: 'shown', label: 'See the card' },
  { value: 'hidden', label: 'See nothing' },
]

interface AudienceSelectProps {
  id: string
  audiences: SavedAudience[] | undefined
  /** Label of the choice without an audience. */
  none: string
  /** Id of an audience; empty for none. */
  value: string
  onChange: (id: string) => void
}

/** One of the tenant's saved audiences, or none. A stored one stays selected while the list loads. */
function AudienceSelect({ audiences = [], none, value, onChange, ...field }: AudienceSelectProps) {
  const options = [
    { value: '', label: none },
    ...audiences.map(({ id, name }) => ({ value: id, label: name })),
  ]
  if (!options.some((option) => option.value === value)) options.push({ value, label: '…' })
  return (
    <Select {...field} value={value} onChange={({ target }) => onChange(target.value)} options={options} />
  )
}
