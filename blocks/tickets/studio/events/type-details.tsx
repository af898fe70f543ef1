import { SavedAudiencePicker } from '#studio/audience/saved-audience-picker.tsx'
import { useProducts } from '#studio/audience/use-products.ts'
import { useRoles } from '#studio/audience/use-roles.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { CountField } from './count-field.tsx'
import { TimeField } from './event-fields.tsx'
import { QuestionFields } from './question-fields.tsx'
import { TypeBusiness } from './type-business.tsx'
import type { TypeFieldsProps } from './type-fields.tsx'

/** What a ticket may have besides a price and seats. */
export function TypeDetails(props: TypeFieldsProps) {
  const { tenant, type, problem, onChange } = props
  const { data: products = [] } = useProducts(tenant.id)
  const { data: roles = [] } = useRoles(tenant.id)
  return (
    <div className="mt-3 flex flex-col gap-4 border-t border-line pt-4">
      <Field label="Description" optional="(optional)" error={problem('description')}>
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
        <TimeField
          label="On sale from"
          optional
          value={type.saleFrom}
          onChange={(saleFrom) => onChange({ saleFrom })}
        />
        <TimeField
          label="On sale until"
          optional
          error={problem('saleUntil')}
          value={type.saleUntil}
          onChange={(saleUntil) => onChange({ saleUntil })}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <CountField
          label="Most in one order"
          error={problem('most')}
          value={type.most}
          onChange={(most) => onChange({ most })}
        />
        <CountField
          label="Most per buyer"
          placeholder="No limit"
          error={problem('perBuyer')}
          value={type.perBuyer}
          onChange={(perBuyer) => onChange({ perBuyer })}
        />
        <CountField
          label="Tickets per group"
          hint={Number(type.groupSize) > 1 ? 'Sold together, for one price.' : undefined}
          error={problem('groupSize')}
          value={type.groupSize}
          onChange={(groupSize) => onChange({ groupSize })}
        />
      </div>
      <SavedAudiencePicker
        tenantId={tenant.id}
        products={products}
        roles={roles}
        label="Who may buy it"
        without="Everyone"
        value={type.audience || null}
        onChange={(id) => onChange({ audience: id ?? '' })}
      />
      {problem('audience') ? <p className="bb-error">{problem('audience')}</p> : null}
      <div className="flex flex-col gap-2">
        <Switch checked={type.isDonation} onCheckedChange={(isDonation) => onChange({ isDonation })}>
          Buyers choose the price, this much or more
        </Switch>
        <Switch
          checked={type.isTransferable}
          onCheckedChange={(isTransferable) => onChange({ isTransferable })}
        >
          Holders may give it to someone else
        </Switch>
        <Switch checked={!type.isOpen} onCheckedChange={(isPaused) => onChange({ isOpen: !isPaused })}>
          Pause the sale
        </Switch>
      </div>
      <QuestionFields
        questions={type.questions}
        error={problem('questions')}
        onChange={(questions) => onChange({ questions })}
      />
      <TypeBusiness {...props} />
    </div>
  )
}
