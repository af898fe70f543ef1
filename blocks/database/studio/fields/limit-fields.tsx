import { useState } from 'react'
import type { GivenField } from '#features/tables/endpoints.ts'
import {
  DEFAULT_FILE_MB,
  FILE_GROUP_NAMES,
  MOST_FILE_MB,
  MOST_PICTURE_MB,
} from '#kernel/browser/fields/file-types.ts'
import type { FileGroup } from '#kernel/browser/fields/file-types.ts'
import { compilePattern } from '#kernel/browser/fields/pattern.ts'
import { decimalSign, parsePrice, typedAmount } from '#kernel/browser/typed-money.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { type DraftField, hasSetting } from './fields-draft.ts'

export interface LimitFieldsProps {
  field: DraftField
  onType: (settings: Partial<GivenField>) => void
}

const LABELS: Partial<Record<DraftField['kind'], [string, string]>> = {
  text: ['Fewest characters', 'Most characters'],
  long_text: ['Fewest characters', 'Most characters'],
  number: ['Least value', 'Greatest value'],
  money: ['Least amount', 'Greatest amount'],
  choices: ['Fewest choices', 'Most choices'],
}

/** The limits of a field's values, and the form that a text must have. */
export function LimitFields({ field, onType }: LimitFieldsProps) {
  const { kind, pattern = '' } = field
  const labels = LABELS[kind]
  if (kind === 'rating')
    return (
      <Field label="Scale">
        {(control) => (
          <Select
            {...control}
            value={String(field.max ?? 5)}
            options={[2, 3, 4, 5, 6, 7, 8, 9, 10].map((max) => ({ value: `${max}`, label: `1 to ${max}` }))}
            onChange={({ target }) => onType({ max: Number(target.value) })}
          />
        )}
      </Field>
    )
  if (kind === 'file' || kind === 'image') return <FileLimits field={field} onType={onType} />
  if (!labels) return null
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Limit label={labels[0]} field={field} value={field.min} onChange={(min) => onType({ min })} />
        <Limit label={labels[1]} field={field} value={field.max} onChange={(max) => onType({ max })} />
      </div>
      {hasSetting(kind, 'pattern') ? (
        <Field
          label="Pattern"
          optional="(optional)"
          hint="For example [A-Z]{2}-\d{4} for codes such as AB-1234. The whole text must match."
          error={pattern && !compilePattern(pattern) ? 'This pattern is not supported.' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              value={pattern}
              maxLength={200}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              onChange={({ target }) => onType({ pattern: target.value || undefined })}
            />
          )}
        </Field>
      ) : null}
    </>
  )
}

const GROUPS: Record<FileGroup, string> = {
  picture: 'Pictures',
  document: 'Documents',
  audio: 'Sound',
  video: 'Video',
  archive: 'ZIP archives',
}

/** How large a file may be, and which files a field takes. */
function FileLimits({ field, onType }: LimitFieldsProps) {
  const { kind, max = DEFAULT_FILE_MB, types = FILE_GROUP_NAMES } = field
  const most = kind === 'image' ? MOST_PICTURE_MB : MOST_FILE_MB
  return (
    <>
      <Field label="Largest file">
        {(control) => (
          <Select
            {...control}
            value={String(max)}
            options={[1, 2, 5, 10, 20, 50]
              .filter((mb) => mb <= most)
              .map((mb) => ({ value: `${mb}`, label: `${mb} MB` }))}
            onChange={({ target }) => onType({ max: Number(target.value) })}
          />
        )}
      </Field>
      {kind === 'file' ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="bb-label mb-2">Takes</legend>
          {FILE_GROUP_NAMES.map((group) => (
            <Checkbox
              key={group}
              checked={types.includes(group)}
              disabled={types.length === 1 && types.includes(group)}
              onChange={({ currentTarget: { checked } }) => {
                const next = FILE_GROUP_NAMES.filter((one) => (one === group ? checked : types.includes(one)))
                onType({ types: next.length === FILE_GROUP_NAMES.length ? undefined : next })
              }}
            >
              {GROUPS[group]}
            </Checkbox>
          ))}
        </fieldset>
      ) : null}
    </>
  )
}

interface LimitProps {
  label: string
  field: DraftField
  value: number | undefined
  onChange: (value: number | undefined) => void
}

/** Text stays as it was typed, also while it is no number. */
function Limit({ label, field: { kind, currency = 'eur' }, value, onChange }: LimitProps) {
  const isMoney = kind === 'money'
  const [typed, setTyped] = useState(() =>
    value === undefined ? '' : isMoney ? typedAmount(value, currency, decimalSign()) : String(value),
  )
  const read = (text: string): number | undefined => {
    if (!isMoney) return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined
    const price = parsePrice(text, currency, decimalSign())
    return 'cents' in price ? price.cents : undefined
  }
  const isWrong = typed.trim() !== '' && read(typed) === undefined
  return (
    <Field label={label} error={isWrong ? 'Enter a number.' : undefined}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          placeholder="No limit"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(read(target.value))
          }}
        />
      )}
    </Field>
  )
}
