import { useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { AudienceDialog } from './audience-dialog.tsx'
import type { AudiencePickerProps } from './audience-picker.tsx'
import { audienceSentence } from './audience-sentence.ts'
import { type SavedAudience, useAudiences } from './use-audiences.ts'

export interface SavedAudiencePickerProps extends Pick<
  AudiencePickerProps,
  'tenantId' | 'products' | 'roles' | 'hasAuthor' | 'hasTeam'
> {
  label: string
  /** Id of the chosen audience; null for `without`. */
  value: string | null
  onChange: (id: string | null) => void
  /** What no audience means, for example `Everyone`. */
  without: string
}

const NEW = 'new'

/** Chooses one of the tenant's saved audiences, with its sentence; they are also created and changed here. */
export function SavedAudiencePicker(props: SavedAudiencePickerProps) {
  const { label, value, onChange, without, ...picker } = props
  const { data: saved } = useAudiences(picker.tenantId)
  const [edited, setEdited] = useState<SavedAudience | 'new'>()
  const chosen = saved?.find(({ id }) => id === value)
  return (
    <>
      <Field
        label={label}
        hint={chosen ? audienceSentence(chosen.rule, picker) : undefined}
        aside={
          chosen ? (
            // As tall as the label, so that fields beside it are on the same line.
            <button
              type="button"
              className="link -my-1 px-1 py-1 text-small"
              aria-label={`Edit audience: ${chosen.name}`}
              onClick={() => setEdited(chosen)}
            >
              Edit
            </button>
          ) : undefined
        }
      >
        {(control) => (
          <Select
            {...control}
            value={value ?? ''}
            options={[
              { value: '', label: without },
              ...(saved ?? []).map(({ id, name }) => ({ value: id, label: name })),
              // The stored one stays chosen while the list loads.
              ...(value && !chosen ? [{ value, label: '…' }] : []),
              { value: NEW, label: 'New audience...' },
            ]}
            onChange={({ currentTarget }) => {
              if (currentTarget.value === NEW) setEdited('new')
              else onChange(currentTarget.value || null)
            }}
          />
        )}
      </Field>
      {edited ? (
        <AudienceDialog
          {...picker}
          audience={edited === 'new' ? undefined : edited}
          onSaved={({ id }) => onChange(id)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  )
}
