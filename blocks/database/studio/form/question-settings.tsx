import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import type { Field as TableField } from '#kernel/browser/fields/field.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { Question } from '#kernel/browser/forms/form-design.ts'

export interface QuestionSettingsProps {
  question: Question
  field: TableField
  onSet: (settings: Partial<Question>) => void
}

/** How a form asks for a field, where that differs from the field itself. */
export function QuestionSettings({ question, field, onSet }: QuestionSettingsProps) {
  const { label = '', help = '', required = false, hidden = false, prefill } = question
  const source = !prefill ? '' : 'person' in prefill ? prefill.person : 'parameter'
  // A file has no value that an address could name.
  const isFile = isFileKind(field.kind)
  return (
    <>
      <Field label="Question">
        {(control) => (
          <Input
            {...control}
            value={label}
            placeholder={field.title}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => onSet({ label: target.value || undefined })}
          />
        )}
      </Field>
      <Field label="Help" optional="(optional)">
        {(control) => (
          <Input
            {...control}
            value={help}
            placeholder={field.help}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => onSet({ help: target.value || undefined })}
          />
        )}
      </Field>
      <div className="flex flex-col gap-2.5">
        <Checkbox
          checked={required || field.required === true}
          disabled={field.required}
          onChange={({ target }) => onSet({ required: target.checked || undefined })}
        >
          Required
          {field.required ? (
            <span className="block text-caption text-text-3">The field itself is required.</span>
          ) : null}
        </Checkbox>
        {isFile ? null : (
          <Checkbox
            checked={hidden}
            onChange={({ target }) => onSet({ hidden: target.checked || undefined })}
          >
            Hidden
            <span className="block text-caption text-text-3">
              Visitors do not see it. Only its first value is stored, for example where they came from.
            </span>
          </Checkbox>
        )}
      </div>
      {isFile ? null : (
        <Field label="First value">
          {(control) => (
            <Select
              {...control}
              value={source}
              options={[
                { value: '', label: field.default === undefined ? 'None' : 'The default of the field' },
                { value: 'email', label: 'Email of the signed-in visitor' },
                { value: 'name', label: 'Name of the signed-in visitor' },
                { value: 'parameter', label: 'From the address or the tag' },
              ]}
              onChange={({ target: { value } }) =>
                onSet({
                  prefill:
                    value === ''
                      ? undefined
                      : value === 'parameter'
                        ? { parameter: field.name }
                        : { person: value as 'email' | 'name' },
                })
              }
            />
          )}
        </Field>
      )}
      {prefill && 'parameter' in prefill ? (
        <Field
          label="Name of the parameter"
          hint={`For example ?${prefill.parameter}=… in the address of your page.`}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              value={prefill.parameter}
              maxLength={60}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              onChange={({ target }) => onSet({ prefill: { parameter: target.value } })}
            />
          )}
        </Field>
      ) : null}
    </>
  )
}
