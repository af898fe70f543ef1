import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { tagsInUse } from '../items/item-filter.ts'
import { useItems } from '../items/use-items.ts'

const MOST_TAGS = 20
const MOST_CHARACTERS = 40

export interface TagsInputProps {
  tenantId: string
  value: readonly string[]
  onChange: (tags: string[]) => void
}

/** Words by which visitors filter the library. Enter or a comma adds one; those in use are suggested. */
export function TagsInput({ tenantId, value, onChange }: TagsInputProps) {
  const [typed, setTyped] = useState('')
  const { data } = useItems(tenantId)
  const suggestions = useId()
  const isFull = value.length >= MOST_TAGS

  function add(text: string): void {
    const tags = text
      .split(',')
      .map((tag) => tag.trim().slice(0, MOST_CHARACTERS))
      .filter(Boolean)
    onChange([...new Set([...value, ...tags])].slice(0, MOST_TAGS))
    setTyped('')
  }

  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Tags"
        optional="(optional)"
        hint={isFull ? `At most ${MOST_TAGS}.` : 'Press Enter after each.'}
      >
        {(control) => (
          <Input
            {...control}
            list={suggestions}
            maxLength={200}
            readOnly={isFull}
            value={typed}
            onChange={({ currentTarget }) =>
              currentTarget.value.includes(',') ? add(currentTarget.value) : setTyped(currentTarget.value)
            }
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                // Enter would send the form.
                event.preventDefault()
                add(typed)
              }
              if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
            }}
            onBlur={() => typed.trim() && add(typed)}
          />
        )}
      </Field>
      <datalist id={suggestions}>
        {tagsInUse(data?.items ?? [])
          .filter((tag) => !value.includes(tag))
          .slice(0, 50)
          .map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
      </datalist>
      {value.length > 0 ? (
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {value.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                className="inline-flex min-h-6 items-center gap-1 rounded-badge border border-line px-2 text-small wrap-anywhere hover:bg-hover"
                onClick={() => onChange(value.filter((each) => each !== tag))}
              >
                {tag}
                <X size={13} strokeWidth={1.75} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
