import { PlanBadge } from '#studio/plan/plan-badge.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { type AssistantDraft, LANGUAGES } from './assistant-draft.ts'

export interface AssistantFieldsProps {
  draft: AssistantDraft
  problem: (name: keyof AssistantDraft) => string | undefined
  onChange: (next: Partial<AssistantDraft>) => void
}

/** How an assistant presents itself, and what it answers. */
export function AnswerFields({ draft, problem, onChange }: AssistantFieldsProps) {
  return (
    <>
      <Switch checked={draft.isOn} onCheckedChange={(isOn) => onChange({ isOn })}>
        <span>
          Visitors can ask it
          <span className="block text-caption text-text-3">Off: the block says that it is closed.</span>
        </span>
      </Switch>
      <Field label="Name" error={problem('name')}>
        {(control) => (
          <Input
            {...control}
            maxLength={80}
            value={draft.name}
            onChange={({ currentTarget: { value } }) => onChange({ name: value })}
          />
        )}
      </Field>
      <Field label="Greeting" optional="(optional)" hint="What visitors read before the first question.">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={500}
            value={draft.greeting}
            onChange={({ currentTarget: { value } }) => onChange({ greeting: value })}
          />
        )}
      </Field>
      <Field
        label="Questions to start with"
        optional="(optional)"
        hint="Up to 4, one a line. Visitors ask them with a click."
        error={problem('suggestions')}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={draft.suggestions}
            onChange={({ currentTarget: { value } }) => onChange({ suggestions: value })}
          />
        )}
      </Field>
      <Switch checked={draft.onlySources} onCheckedChange={(onlySources) => onChange({ onlySources })}>
        <span>
          Only from sources
          <span className="block text-caption text-text-3">
            A question that your sources do not answer is refused and costs nothing. Off: the model also uses
            what it knows besides.
          </span>
        </span>
      </Switch>
      <Field
        label="Refusal"
        optional="(optional)"
        hint="Empty: a sentence in the visitor’s language."
        error={problem('refusal')}
      >
        {(control) => (
          <Input
            {...control}
            maxLength={500}
            value={draft.refusal}
            onChange={({ currentTarget: { value } }) => onChange({ refusal: value })}
          />
        )}
      </Field>
      <Field
        label={
          <>
            Instructions{' '}
            <span className="ms-1.5">
              <PlanBadge plan="business" />
            </span>
          </>
        }
        optional="(optional)"
        hint="Tone and emphasis, for example “Answer briefly, and address visitors formally”. They cannot widen what a visitor may see."
        error={problem('instructions')}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={4000}
            value={draft.instructions}
            onChange={({ currentTarget: { value } }) => onChange({ instructions: value })}
          />
        )}
      </Field>
      <Field
        label="Language of the sources"
        hint="How words are compared. Answers have the visitor’s language."
      >
        {(control) => (
          <Select
            {...control}
            value={draft.language}
            options={[
              ...LANGUAGES.map(([value, label]) => ({ value, label })),
              ...(LANGUAGES.some(([value]) => value === draft.language)
                ? []
                : [{ value: draft.language, label: draft.language }]),
            ]}
            onChange={({ currentTarget: { value } }) => onChange({ language: value })}
          />
        )}
      </Field>
    </>
  )
}
