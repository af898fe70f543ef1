import { useState } from 'react'
import { SavedAudiencePicker } from '#studio/audience/saved-audience-picker.tsx'
import { useProducts } from '#studio/audience/use-products.ts'
import { useRoles } from '#studio/audience/use-roles.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import type { EventDraft } from './event-draft.ts'
import { type DraftFieldsProps, LinkField, TimeField } from './event-fields.tsx'
import { MoreButton } from './more-button.tsx'

const isUsed = (draft: EventDraft) =>
  Boolean(draft.audience || draft.cancelUntil || draft.recordingUrl || (!draft.isOnline && draft.onlineUrl))

const NAMES = ['audience', 'cancelUntil', 'refundPercent', 'recordingUrl', 'onlineUrl'] as const

/** Who sees the event, what holders may do, and what only they see. */
export function MoreFields(props: DraftFieldsProps & { tenant: TenantRow }) {
  const { draft, problem } = props
  const [isOpen, setOpen] = useState(() => isUsed(draft))
  // A field with a message is never hidden.
  const isShown = isOpen || NAMES.some((name) => problem(name) && !(name === 'onlineUrl' && draft.isOnline))
  return (
    <section aria-label="More settings" className="rounded-card border border-line p-4">
      <MoreButton
        isOpen={isShown}
        label="Audience, cancellations, recording"
        onToggle={() => setOpen(!isShown)}
      />
      {isShown ? <Fields {...props} /> : null}
    </section>
  )
}

function Fields({ tenant, draft, problem, onChange }: DraftFieldsProps & { tenant: TenantRow }) {
  const { data: products = [] } = useProducts(tenant.id)
  const { data: roles = [] } = useRoles(tenant.id)
  return (
    <div className="mt-3 flex flex-col gap-4 border-t border-line pt-4">
      <SavedAudiencePicker
        tenantId={tenant.id}
        products={products}
        roles={roles}
        label="Who sees the event"
        without="Everyone"
        error={problem('audience')}
        value={draft.audience || null}
        onChange={(id) => onChange({ audience: id ?? '' })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TimeField
          label="Buyers may cancel until"
          optional
          hint="Leave empty to allow no cancellations."
          error={problem('cancelUntil')}
          value={draft.cancelUntil}
          onChange={(cancelUntil) => onChange({ cancelUntil })}
        />
        <Field label="Refund, in percent" hint="Of the price of the ticket." error={problem('refundPercent')}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={draft.refundPercent}
              onChange={({ currentTarget: { value } }) => onChange({ refundPercent: value })}
            />
          )}
        </Field>
      </div>
      {draft.isOnline ? null : <LinkField draft={draft} problem={problem} onChange={onChange} />}
      <Field
        label="Recording"
        optional="(optional)"
        hint="Holders see it when the event is over."
        error={problem('recordingUrl')}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={2000}
            value={draft.recordingUrl}
            onChange={({ currentTarget: { value } }) => onChange({ recordingUrl: value })}
          />
        )}
      </Field>
    </div>
  )
}
