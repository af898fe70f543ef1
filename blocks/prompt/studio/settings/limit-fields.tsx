import { useQuery } from '@tanstack/react-query'
import { call } from '#studio/data/api.ts'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { readProvider } from '#blocks/prompt/endpoints-studio.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { costText, mostCost } from '../cost.ts'
import type { AssistantFieldsProps } from './answer-fields.tsx'
import { numberOf } from './assistant-draft.ts'

type Limit =
  | 'visitor_questions'
  | 'member_questions'
  | 'day_tokens'
  | 'month_tokens'
  | 'answer_tokens'
  | 'keepDays'

/** What can be asked and spent. Each limit is checked before the model is called. */
export function LimitFields({ tenant, ...fields }: AssistantFieldsProps & { tenant: TenantRow }) {
  const { data: provider } = useQuery({
    queryKey: ['prompt-provider', tenant.id],
    queryFn: () => call(readProvider, { tenantId: tenant.id }),
    enabled: mayWith(tenant, 'settings'),
  })
  /** What a budget of tokens can cost at most with the prices under Connect. */
  const money = (typed: string) => {
    const tokens = numberOf(typed)
    const cost = provider && tokens !== undefined ? mostCost(tokens, provider) : null
    return cost === null ? undefined : `Costs at most ${costText(cost)} with your model’s prices.`
  }
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-1 text-subheading">Limits</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField {...fields} name="visitor_questions" label="Questions of a visitor in a day" />
        <NumberField {...fields} name="member_questions" label="Questions of a member in a day" />
        <NumberField
          {...fields}
          name="day_tokens"
          label="Tokens in a day"
          hint={money(fields.draft.day_tokens) ?? 'Of all visitors together. A token is about four letters.'}
        />
        <NumberField
          {...fields}
          name="month_tokens"
          label="Tokens in a month"
          hint={money(fields.draft.month_tokens) ?? 'An answer uses about 2,000 to 4,000.'}
        />
        <NumberField {...fields} name="answer_tokens" label="Tokens of one answer" hint="50 to 4,000." />
        <NumberField
          {...fields}
          name="keepDays"
          label="Days that conversations are stored"
          hint="Counted from the last question. 0: until the next night."
        />
      </div>
    </fieldset>
  )
}

interface NumberFieldProps extends AssistantFieldsProps {
  name: Limit
  label: string
  hint?: string
}

function NumberField({ draft, problem, onChange, name, label, hint }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint} error={problem(name)}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          maxLength={15}
          value={draft[name]}
          onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
        />
      )}
    </Field>
  )
}
