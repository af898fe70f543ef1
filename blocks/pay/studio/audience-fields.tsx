import type { ReactNode } from 'react'
import { priceSign } from '#kernel/browser/money.ts'
import { SavedAudiencePicker } from '#studio/audience/saved-audience-picker.tsx'
import { useProducts } from '#studio/audience/use-products.ts'
import { useRoles } from '#studio/audience/use-roles.ts'
import { Field } from '#ui/base/field.tsx'
import { PriceInput } from '#ui/forms/price-input.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { AudienceDraft } from './audience-draft.ts'
import type { ProductDraft } from './product-draft.ts'

export interface AudienceFieldsProps {
  tenantId: string
  draft: ProductDraft
  /** Error message for the members' price. */
  priceError: ReactNode
  onChange: (change: Partial<AudienceDraft>) => void
}

/** Who may buy a product, what others see, and who pays less. */
export default function AudienceFields({ tenantId, draft, priceError, onChange }: AudienceFieldsProps) {
  const { data: products = [] } = useProducts(tenantId)
  const { data: roles = [] } = useRoles(tenantId)
  const { audience, hidden, memberAudience, memberPrice, currency } = draft
  const picker = { tenantId, products, roles }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 text-small font-label">Who may buy</legend>
      <div className="grid grid-cols-[minmax(0,1.8fr)_minmax(0,1fr)] gap-3 max-sm:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <SavedAudiencePicker
          {...picker}
          label="Audience"
          without="Everyone"
          value={audience || null}
          onChange={(id) => onChange({ audience: id ?? '' })}
        />
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
      <div className="grid grid-cols-[minmax(0,1.8fr)_minmax(0,1fr)] gap-3 max-sm:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <SavedAudiencePicker
          {...picker}
          label="Members’ price for"
          without="No one"
          value={memberAudience || null}
          onChange={(id) => onChange({ memberAudience: id ?? '' })}
        />
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
    </fieldset>
  )
}

const FOR_OTHERS = [
  { value: 'shown', label: 'See the card' },
  { value: 'hidden', label: 'See nothing' },
]
