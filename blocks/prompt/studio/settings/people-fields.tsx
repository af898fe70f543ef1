import { type AudienceOffer, SavedAudiencePicker } from '#studio/audience/saved-audience-picker.tsx'
import { useSaveAudience } from '#studio/audience/use-audiences.ts'
import { useProducts } from '#studio/audience/use-products.ts'
import { useRoles } from '#studio/audience/use-roles.ts'
import { Field } from '#ui/base/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { AssistantFieldsProps } from './answer-fields.tsx'

const OFFERS: readonly AudienceOffer[] = [
  { name: 'Everyone', rule: { any: [{ kind: 'everyone' }] } },
  { name: 'Signed-in members', rule: { any: [{ kind: 'signed_in' }] } },
]

export interface AudienceFieldProps {
  tenantId: string
  label: string
  value: string | null
  error?: string | undefined
  onChange: (id: string | null) => void
}

/** One of the tenant's audiences, or a common rule, which is then saved. */
export function AudienceField({ tenantId, label, value, error, onChange }: AudienceFieldProps) {
  const { data: products = [] } = useProducts(tenantId)
  const { data: roles = [] } = useRoles(tenantId)
  const saveOffer = useSaveAudience(tenantId, ({ id }) => onChange(id))
  return (
    <SavedAudiencePicker
      tenantId={tenantId}
      products={products}
      roles={roles}
      label={label}
      without="No one"
      offers={OFFERS}
      onOffer={(rule) =>
        saveOffer.mutate({
          id: undefined,
          name: OFFERS.find((offer) => offer.rule === rule)!.name,
          rule,
        })
      }
      error={error}
      value={value}
      onChange={onChange}
    />
  )
}

/** Who may ask, and who answers if the assistant cannot. */
export function PeopleFields(props: AssistantFieldsProps & { tenantId: string }) {
  const { tenantId, draft, problem, onChange } = props
  return (
    <>
      <AudienceField
        tenantId={tenantId}
        label="Who may ask"
        value={draft.audience}
        error={problem('audience')}
        onChange={(audience) => onChange({ audience })}
      />
      <Field
        label="Hand over to a person"
        hint={
          draft.handOver === 'email'
            ? 'You get the conversation and a message by email, and reply to the visitor’s address.'
            : 'A button below the answers.'
        }
      >
        {(control) => (
          <Select
            {...control}
            value={draft.handOver}
            options={[
              { value: '', label: 'Not offered' },
              { value: 'email', label: 'By email' },
              // A form is named by its block, which the page's script cannot do yet. A stored one stays.
              ...(['', 'email'].includes(draft.handOver) ? [] : [{ value: draft.handOver, label: 'A form' }]),
            ]}
            onChange={({ currentTarget: { value } }) => onChange({ handOver: value })}
          />
        )}
      </Field>
    </>
  )
}
