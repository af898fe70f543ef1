import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { type TargetIds, isTargetId, tidiedId } from './builder-code.ts'

const FIELDS = [
  { name: 'auth', label: 'ID of the box for sign-in' },
  { name: 'pay', label: 'ID of the box for products' },
] as const

export interface TargetFieldsProps {
  ids: TargetIds
  /** Shown while a field is empty. */
  examples: TargetIds
  onChange: (ids: TargetIds) => void
}

/** The ids of the elements in which the blocks appear. The code below has them at once. */
export const TargetFields = ({ ids, examples, onChange }: TargetFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {FIELDS.map(({ name, label }) => (
      <Field
        key={name}
        label={label}
        error={
          ids[name] && !isTargetId(ids[name])
            ? 'An ID starts with a letter and has letters, digits, hyphens and underscores.'
            : undefined
        }
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono text-mono"
            placeholder={`Such as ${examples[name]}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            value={ids[name]}
            onChange={(event) => onChange({ ...ids, [name]: tidiedId(event.currentTarget.value) })}
          />
        )}
      </Field>
    ))}
  </div>
)
