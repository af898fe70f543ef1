import { useState } from 'react'
import type { Audience } from '#kernel/browser/audience.ts'
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
  error?: string | undefined
  /** Common rules, offered though no audience is saved for them. */
  offers?: readonly AudienceOffer[]
  /** Called when one of the offers is chosen. */
  onOffer?: (rule: Audience) => void
}

/** A rule that can be chosen without saving an audience first. */
export interface AudienceOffer {
  name: string
  rule: Audience
}

const NEW = 'new'
/** In front of the place of an offer, as the value of its option. */
const OFFER = 'offer '

/** Chooses one of the tenant's saved audiences, with its sentence; they are also created and changed here. */
export function SavedAudiencePicker(props: SavedAudiencePickerProps) {
  const { label, value, onChange, without, error, offers = [], onOffer, ...picker } = props
  const { data: saved } = useAudiences(picker.tenantId)
  const [edited, setEdited] = useState<SavedAudience | 'new'>()
  const chosen = saved?.find(({ id }) => id === value)
  const isSaved = ({ rule }: AudienceOffer) =>
    saved?.some((audience) => JSON.stringify(audience.rule) === JSON.stringify(rule)) ?? false
  // The name of an offer already says its rule.
  const isNamed = ({ name, rule }: SavedAudience) =>
    offers.some((offer) => offer.name === name && JSON.stringify(offer.rule) === JSON.stringify(rule))
  return (
    <>
      <Field
        label={label}
        error={error}
        hint={chosen && !isNamed(chosen) ? audienceSentence(chosen.rule, picker) : undefined}
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
              ...offers.flatMap((offer, at) =>
                isSaved(offer) ? [] : { value: `${OFFER}${at}`, label: offer.name },
              ),
              ...(saved ?? []).map(({ id, name }) => ({ value: id, label: name })),
              // The stored one stays chosen while the list loads.
              ...(value && !chosen ? [{ value, label: '…' }] : []),
              { value: NEW, label: 'New audience...' },
            ]}
            onChange={({ currentTarget }) => {
              const offer = offers[Number(currentTarget.value.replace(OFFER, ''))]
              if (currentTarget.value === NEW) setEdited('new')
              else if (currentTarget.value.startsWith(OFFER) && offer) onOffer?.(offer.rule)
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
