import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { MOST_FEATURES } from '#features/my-blocks/kinds/pricing.ts'
import { fieldOf, type Json, listOf, objectOf } from '#features/my-blocks/kinds/read-json.ts'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { type EditorProps, typedText, withField } from './editor.ts'

export interface PlanFieldsProps {
  plan: Json
  /** Its index, from 0. */
  at: number
  count: number
  problems: EditorProps['problems']
  onChange: (plan: Json) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** The fields of one plan in a pricing table. */
export function PlanFields({ plan, at, count, problems, onChange, onMove, onRemove }: PlanFieldsProps) {
  const button = objectOf(fieldOf(plan, 'button'))
  const features = listOf(fieldOf(plan, 'features'), MOST_FEATURES + 1).map(typedText)
  const problem = (path: string) => problems.get(`plans.${at}.${path}`)
  const set = (name: string, value: unknown) => onChange(withField(plan, name, value))
  const name = typedText(fieldOf(plan, 'name')) || `Plan ${at + 1}`

  function setButton(field: 'text' | 'link', value: string) {
    const next = withField(button, field, value)
    set('button', fieldOf(next, 'text') || fieldOf(next, 'link') ? next : undefined)
  }
  const line = (field: 'name' | 'price' | 'period') => ({
    value: typedText(fieldOf(plan, field)),
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => set(field, event.currentTarget.value),
  })

  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <div className="flex items-center gap-1">
        <legend className="min-w-0 flex-1 truncate text-subheading">{name}</legend>
        <IconButton
          label={`Move ${name} up`}
          icon={<ArrowUp size={16} strokeWidth={1.75} aria-hidden />}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Move ${name} down`}
          icon={<ArrowDown size={16} strokeWidth={1.75} aria-hidden />}
          disabled={at === count - 1}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={`Remove ${name}`}
          icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onRemove}
        />
      </div>
      <Field label="Name" error={problem('name')}>
        {(control) => <Input {...control} {...line('name')} maxLength={60} />}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Price" error={problem('price')}>
          {(control) => <Input {...control} {...line('price')} maxLength={40} placeholder="€19" />}
        </Field>
        <Field label="Period" optional="(optional)" error={problem('period')}>
          {(control) => <Input {...control} {...line('period')} maxLength={40} placeholder="per month" />}
        </Field>
      </div>
      <Field label="Features" hint="One per line." error={problem('features')}>
        {(control) => (
          <Textarea
            {...control}
            rows={Math.max(3, features.length)}
            value={features.join('\n')}
            onChange={(event) => {
              const { value } = event.currentTarget
              set('features', value === '' ? [] : value.split('\n'))
            }}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label="Button" optional="(optional)" error={problem('button.text')}>
          {(control) => (
            <Input
              {...control}
              value={typedText(fieldOf(button, 'text'))}
              onChange={(event) => setButton('text', event.currentTarget.value)}
              maxLength={60}
              autoComplete="off"
              placeholder="Start now"
            />
          )}
        </Field>
        <Field label="Link" error={problem('button.link')}>
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              value={typedText(fieldOf(button, 'link'))}
              onChange={(event) => setButton('link', event.currentTarget.value)}
              maxLength={2000}
              autoComplete="off"
              placeholder="https://"
            />
          )}
        </Field>
      </div>
      <Checkbox
        checked={fieldOf(plan, 'highlighted') === true}
        onChange={(event) => set('highlighted', event.currentTarget.checked || undefined)}
      >
        Highlight this plan
      </Checkbox>
    </fieldset>
  )
}
