import { ArrowLeft, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DataTable, GivenField } from '#features/tables/endpoints.ts'
import { CURRENCIES } from '#kernel/browser/currencies.ts'
import { type FieldKind, MOST_TITLE } from '#kernel/browser/fields/field.ts'
import { SavedAudiencePicker } from '#studio/audience/saved-audience-picker.tsx'
import { useProducts } from '#studio/audience/use-products.ts'
import { useRoles } from '#studio/audience/use-roles.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { useTables } from '../use-tables.ts'
import { ChoicesEditor } from './choices-editor.tsx'
import { DefaultInput } from './default-input.tsx'
import { type DraftField, hasSetting, nameInApi } from './fields-draft.ts'
import { KIND_GROUPS, KIND_NAMES } from './kind-names.ts'
import { KindNote } from './kind-note.tsx'
import { LimitFields } from './limit-fields.tsx'
import type { DraftAction } from './use-fields-draft.ts'

export interface FieldFormProps {
  tenantId: string
  table: DataTable
  fields: readonly DraftField[]
  field: DraftField
  /** Completes "This field ..."; undefined if nothing is wrong, or before the first try to save. */
  problem: string | undefined
  dispatch: (action: DraftAction) => void
  onBack: () => void
}

const KIND_OPTIONS = KIND_GROUPS.flatMap(({ kinds }) =>
  kinds.map((kind) => ({ value: kind, label: KIND_NAMES[kind] })),
)

/** All settings of one field. */
export function FieldForm({ tenantId, table, fields, field, problem, dispatch, onBack }: FieldFormProps) {
  const { key, kind, title, help = '', required = false, unique = false, audience } = field
  const stored = table.fields.find(({ id }) => id === field.id)
  const { data: products = [] } = useProducts(tenantId)
  const { data: roles = [] } = useRoles(tenantId)
  const set = (settings: Partial<GivenField>) => dispatch({ type: 'change', key, settings })
  const type = (settings: Partial<GivenField>) => dispatch({ type: 'change', key, settings, isTyping: true })

  const back = useRef<HTMLButtonElement>(null)
  const titleInput = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // A new field waits for its title; for others, J and K lead on to their neighbors.
    if (field.id === undefined) titleInput.current?.select()
    else back.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the field opens
  }, [])

  return (
    <div className="flex flex-col gap-4">
      <button
        ref={back}
        type="button"
        className="inline-flex items-center gap-1.5 self-start rounded-badge text-small text-text-2 hover:text-text"
        onClick={onBack}
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        All fields
      </button>
      {problem ? (
        <p role="alert" className="text-small text-danger-text">
          This field {problem}.
        </p>
      ) : null}
      <Field label="Title">
        {(control) => (
          <Input
            {...control}
            ref={titleInput}
            value={title}
            maxLength={MOST_TITLE}
            autoComplete="off"
            onChange={({ target }) => type({ title: target.value })}
          />
        )}
      </Field>
      <Field
        label="Kind"
        hint={stored && stored.kind !== kind ? `It was: ${KIND_NAMES[stored.kind]}` : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={kind}
            options={KIND_OPTIONS}
            onChange={({ target }) => set({ kind: target.value as FieldKind })}
          />
        )}
      </Field>
      {stored && stored.kind !== kind ? (
        <KindNote
          tenantId={tenantId}
          table={table}
          from={stored}
          to={{ ...field, id: stored.id, name: stored.name }}
        />
      ) : null}
      {hasSetting(kind, 'choices') ? (
        <ChoicesEditor
          choices={field.choices ?? []}
          onChange={(choices) => set({ choices })}
          onType={(choices) => type({ choices })}
        />
      ) : null}
      {kind === 'relation' ? (
        <TargetField tenantId={tenantId} value={field.table} onChange={(target) => set({ table: target })} />
      ) : null}
      {hasSetting(kind, 'currency') ? (
        <Field label="Currency">
          {(control) => (
            <Select
              {...control}
              value={field.currency ?? 'eur'}
              options={CURRENCIES.map((value) => ({ value, label: value.toUpperCase() }))}
              onChange={({ target }) => set({ currency: target.value })}
            />
          )}
        </Field>
      ) : null}
      <Field label="Help" optional="(optional)" hint="Shown below the question in a form.">
        {(control) => (
          <Input
            {...control}
            value={help}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => type({ help: target.value || undefined })}
          />
        )}
      </Field>
      <div className="flex flex-col gap-2.5">
        <Checkbox
          checked={required}
          onChange={({ target }) => set({ required: target.checked || undefined })}
        >
          Required
          <span className="block text-caption text-text-3">New and changed rows need a value.</span>
        </Checkbox>
        {hasSetting(kind, 'unique') ? (
          <Checkbox checked={unique} onChange={({ target }) => set({ unique: target.checked || undefined })}>
            Unique
            <span className="block text-caption text-text-3">
              No two rows have the same value. A table has at most two unique fields.
            </span>
          </Checkbox>
        ) : null}
      </div>
      <LimitFields key={kind} field={field} onType={type} />
      {hasSetting(kind, 'default') ? <DefaultInput field={field} onChange={set} onType={type} /> : null}
      <SavedAudiencePicker
        tenantId={tenantId}
        products={products}
        roles={roles}
        label="Who sees this field"
        without="Everyone who sees the row"
        value={audience ?? null}
        onChange={(id) => set({ audience: id ?? undefined })}
      />
      <Field
        label="Name in the API"
        hint={
          stored && field.name !== stored.name
            ? `Code that reads ${stored.name} stops working when you save.`
            : 'Your code reads and writes the field by this name.'
        }
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono"
            value={nameInApi(fields, field)}
            maxLength={63}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ target }) => type({ name: target.value || undefined })}
          />
        )}
      </Field>
      <div className="border-t border-line pt-4">
        <Button
          icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => {
            dispatch({ type: 'remove', key })
            onBack()
          }}
        >
          Remove field
        </Button>
      </div>
    </div>
  )
}

/** Which table's rows the field names. */
function TargetField(props: { tenantId: string; value: string | undefined; onChange: (id: string) => void }) {
  const { data } = useTables(props.tenantId)
  const tables = data?.tables.filter(({ deleted_at }) => !deleted_at) ?? []
  return (
    <Field label="Table" hint="The field names a row of this table. Your code can read both in one request.">
      {(control) => (
        <Select
          {...control}
          value={props.value ?? ''}
          options={[
            { value: '', label: 'Choose a table', disabled: true },
            ...tables.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={({ target }) => props.onChange(target.value)}
        />
      )}
    </Field>
  )
}
