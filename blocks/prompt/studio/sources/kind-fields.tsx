import type { SourceKind } from '#blocks/prompt/endpoints.ts'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { AnswersFields } from './answers-fields.tsx'
import { FileField } from './file-field.tsx'
import type { SourceDraft } from './source-draft.ts'
import { useSeries, useTables } from './use-sources.ts'

export interface KindFieldsProps {
  tenantId: string
  draft: SourceDraft
  problem: (name: keyof SourceDraft) => string | undefined
  onChange: (next: Partial<SourceDraft>) => void
}

/** What a source of a kind reads. */
export function KindFields({ kind, ...props }: KindFieldsProps & { kind: SourceKind }) {
  const { tenantId, draft, problem, onChange } = props
  switch (kind) {
    case 'pages':
      return <PagesFields {...props} />
    case 'file':
      return (
        <FileField
          tenantId={tenantId}
          file={draft.file}
          error={problem('file')}
          onUploaded={(file) => onChange({ file })}
        />
      )
    case 'answers':
      return (
        <AnswersFields
          answers={draft.answers}
          error={problem('answers')}
          onChange={(answers) => onChange({ answers })}
        />
      )
    case 'table':
      return <TableFields {...props} />
    case 'library':
      return (
        <Field
          label="Tags"
          optional="(optional)"
          hint="Separated by commas: only items with one of them. Empty: all items."
        >
          {(control) => (
            <Input
              {...control}
              maxLength={800}
              value={draft.tags}
              onChange={({ currentTarget: { value } }) => onChange({ tags: value })}
            />
          )}
        </Field>
      )
    case 'events':
    default:
      return <EventsFields {...props} />
  }
}

function PagesFields({ draft, problem, onChange }: KindFieldsProps) {
  return (
    <>
      <Field
        label="Address"
        hint="A page or a sitemap. Linked pages of the same site are read too, as far as its robots.txt allows."
        error={problem('url')}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            maxLength={2000}
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            value={draft.url}
            onChange={({ currentTarget: { value } }) => onChange({ url: value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['include', 'exclude'] as const).map((name) => (
          <Field
            key={name}
            label={name === 'include' ? 'Only paths that begin with' : 'Leave out paths that begin with'}
            optional="(optional)"
            error={problem(name)}
          >
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                placeholder={name === 'include' ? '/docs' : '/docs/old'}
                value={draft[name]}
                onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
              />
            )}
          </Field>
        ))}
        <Field label="At most so many pages" error={problem('mostPages')}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              maxLength={4}
              value={draft.mostPages}
              onChange={({ currentTarget: { value } }) => onChange({ mostPages: value })}
            />
          )}
        </Field>
        <Field label="Read again">
          {(control) => (
            <Select
              {...control}
              value={draft.syncDays}
              options={[
                { value: '', label: 'Only when you say so' },
                { value: '1', label: 'Every day' },
                { value: '7', label: 'Every week' },
                { value: '30', label: 'Every 30 days' },
                ...(['', '1', '7', '30'].includes(draft.syncDays)
                  ? []
                  : [{ value: draft.syncDays, label: `Every ${draft.syncDays} days` }]),
              ]}
              onChange={({ currentTarget: { value } }) => onChange({ syncDays: value })}
            />
          )}
        </Field>
      </div>
    </>
  )
}

function TableFields({ tenantId, draft, problem, onChange }: KindFieldsProps) {
  const { data: tables = [], isPending } = useTables(tenantId)
  const fields = tables.find(({ id }) => id === draft.table)?.fields ?? []
  return (
    <>
      <Field
        label="Table"
        hint={tables.length === 0 && !isPending ? 'You have no tables yet.' : undefined}
        error={problem('table')}
      >
        {(control) => (
          <Select
            {...control}
            value={draft.table}
            options={[
              { value: '', label: 'Choose a table', disabled: true },
              ...tables.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={({ currentTarget: { value } }) => onChange({ table: value, fields: [] })}
          />
        )}
      </Field>
      {fields.length > 0 ? (
        <fieldset>
          <legend className="mb-1.5 text-small font-label">Fields</legend>
          <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
            {fields.map(({ id, label }) => (
              <Checkbox
                key={id}
                checked={draft.fields.length === 0 || draft.fields.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange({ fields: toggled(draft.fields, id, checked, fields) })
                }
              >
                {label}
              </Checkbox>
            ))}
          </div>
          <p className="bb-hint mt-1.5">A field for certain people is in answers to them only.</p>
        </fieldset>
      ) : null}
    </>
  )
}

/** No list means all fields, those that are added later included. */
function toggled(
  chosen: readonly string[],
  id: string,
  isOn: boolean,
  all: readonly { id: string }[],
): string[] {
  const ids = all.map((field) => field.id)
  const before = chosen.length === 0 ? ids : chosen
  const next = isOn ? [...before, id] : before.filter((one) => one !== id)
  return next.length === 0 || ids.every((one) => next.includes(one)) ? [] : next
}

function EventsFields({ tenantId, draft, onChange }: KindFieldsProps) {
  const { data: series = [] } = useSeries(tenantId)
  return (
    <Field label="Events">
      {(control) => (
        <Select
          {...control}
          value={draft.series}
          options={[
            { value: '', label: 'All events that are not over' },
            ...series.map(({ id, title }) => ({ value: id, label: `Series: ${title}` })),
            ...(draft.series && !series.some(({ id }) => id === draft.series)
              ? [{ value: draft.series, label: '…' }]
              : []),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ series: value })}
        />
      )}
    </Field>
  )
}
