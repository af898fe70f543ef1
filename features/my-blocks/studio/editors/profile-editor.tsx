import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { LAYOUTS, MOST_FIELDS } from '#features/my-blocks/kinds/profile.ts'
import { fieldOf, listOf, objectOf } from '#features/my-blocks/kinds/read-json.ts'
import { fieldLabel } from '#features/my-blocks/kinds/field-label.ts'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { type EditorProps, moved, typedText, withField } from './editor.ts'

const LAYOUT_OPTIONS = LAYOUTS.map((value) => ({ value, label: fieldLabel(value) }))

/** Edits a profile: its fields in order, custom fields, and its layout. */
export function ProfileEditor({ data, onChange, problems }: EditorProps) {
  const values = objectOf(fieldOf(data, 'values'))
  const fields = listOf(fieldOf(data, 'fields'), MOST_FIELDS).map(typedText).filter(Boolean)
  const layout = LAYOUTS.find((known) => known === fieldOf(data, 'layout')) ?? 'card'

  const setFields = (next: string[]) => onChange(withField(data, 'fields', next))
  const setValue = (name: string, value: string) =>
    onChange(withField(data, 'values', withField(values, name, value)))

  return (
    <>
      {fields.map((name, at) => (
        <Field
          key={name}
          label={fieldLabel(name)}
          error={problems.get(`values.${name}`)}
          aside={
            <span className="-my-1.5 inline-flex">
              <IconButton
                label={`Move ${fieldLabel(name)} up`}
                icon={<ArrowUp size={16} strokeWidth={1.75} aria-hidden />}
                disabled={at === 0}
                onClick={() => setFields(moved(fields, at, -1))}
              />
              <IconButton
                label={`Move ${fieldLabel(name)} down`}
                icon={<ArrowDown size={16} strokeWidth={1.75} aria-hidden />}
                disabled={at === fields.length - 1}
                onClick={() => setFields(moved(fields, at, 1))}
              />
              <IconButton
                label={`Remove ${fieldLabel(name)}`}
                icon={<X size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => setFields(fields.filter((each) => each !== name))}
              />
            </span>
          }
        >
          {(control) =>
            name === 'bio' ? (
              <Textarea
                {...control}
                rows={4}
                maxLength={2000}
                value={typedText(fieldOf(values, name) ?? fieldOf(data, name))}
                onChange={(event) => setValue(name, event.currentTarget.value)}
              />
            ) : (
              <Input
                {...control}
                type={name === 'email' ? 'email' : 'text'}
                autoComplete="off"
                maxLength={500}
                value={typedText(fieldOf(values, name) ?? fieldOf(data, name))}
                onChange={(event) => setValue(name, event.currentTarget.value)}
              />
            )
          }
        </Field>
      ))}
      <NewField names={fields} onAdd={(name) => setFields([...fields, name])} />
      <div className="bb-field">
        <p className="bb-label">Layout</p>
        <Segments
          label="Layout"
          value={layout}
          options={LAYOUT_OPTIONS}
          onChange={(next) => onChange(withField(data, 'layout', next))}
        />
      </div>
      <Checkbox
        checked={fieldOf(data, 'showAvatar') === true}
        onChange={(event) => onChange(withField(data, 'showAvatar', event.currentTarget.checked))}
      >
        Show the initials in a circle
      </Checkbox>
    </>
  )
}

function NewField({ names, onAdd }: { names: string[]; onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const typed = name.trim()
  const full = names.length >= MOST_FIELDS
  function add() {
    if (!typed || full || names.includes(typed)) return
    onAdd(typed)
    setName('')
  }
  return (
    <Field
      label="New field"
      hint={full ? `At most ${MOST_FIELDS} fields.` : 'For example Phone or Opening hours.'}
      error={names.includes(typed) ? 'This field already exists.' : undefined}
    >
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
          />
          <Button
            disabled={!typed || full}
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={add}
          >
            Add field
          </Button>
        </div>
      )}
    </Field>
  )
}
