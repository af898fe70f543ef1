import { useState } from 'react'
import type { DataView } from '#blocks/database/endpoints-studio.ts'
import { ASKED_KINDS } from '#kernel/browser/forms/form-design.ts'
import {
  LAYOUTS,
  type Layout,
  type ListDesign,
  SORTED_KINDS,
  isDated,
  listDesignOf,
  listProblem,
} from '#kernel/browser/forms/list-design.ts'
import type { DataTable } from '#features/tables/endpoints.ts'
import { MOST_TITLE } from '#kernel/browser/fields/field.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { ListPreview } from './list-preview.tsx'
import { useSaveView } from './use-views.ts'

export interface ListDialogProps {
  tenant: TenantRow
  table: DataTable
  /** Undefined for a new one. */
  view: DataView | undefined
  onClose: () => void
}

const LAYOUT_NAMES: Record<Layout, string> = {
  list: 'List',
  cards: 'Cards',
  table: 'Table',
  calendar: 'Calendar',
}
const shownKinds: readonly string[] = ASKED_KINDS
const FILTERED: readonly string[] = ['choice', 'choices', 'yes_no']

/** What a list on the site shows, and what visitors can do with it. */
export function ListDialog({ tenant, table, view, onClose }: ListDialogProps) {
  const [title, setTitle] = useState(view?.title ?? table.title)
  const [layout, setLayout] = useState<Layout>(view?.layout ?? 'list')
  const [design, setDesign] = useState<ListDesign>(() => view?.design ?? listDesignOf(table.fields))
  const save = useSaveView(tenant.id, table.id, view)
  const set = (next: Partial<ListDesign>) => setDesign({ ...design, ...next })
  const showable = table.fields.filter(({ kind }) => shownKinds.includes(kind))
  const dated = table.fields.filter(isDated)
  const filterable = showable.filter(({ id, kind }) => FILTERED.includes(kind) && design.fields.includes(id))
  const problem = title.trim() ? listProblem(design, table.fields, layout) : 'A list needs a title.'

  /** Fields that are shown keep the order of the table. */
  function show(id: string, isShown: boolean) {
    const wanted = new Set(isShown ? [...design.fields, id] : design.fields.filter((one) => one !== id))
    const fields = showable.flatMap((field) => (wanted.has(field.id) ? field.id : []))
    set({ fields, filters: design.filters?.filter((one) => wanted.has(one)) })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="preview"
      title={view ? 'Edit list' : 'New list'}
      side={<ListPreview {...{ tenant, table, title, layout, design }} />}
      onSubmit={() => problem ?? save.mutate({ title: title.trim(), layout, design }, { onSuccess: onClose })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={problem ?? false}
            busy={save.isPending}
            busyLabel="Saving..."
          >
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label="Title">
          {(control) => (
            <Input
              {...control}
              value={title}
              maxLength={MOST_TITLE}
              autoComplete="off"
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
        </Field>
        <div>
          <p className="mb-1.5 text-small font-label">Layout</p>
          <Segments
            label="Layout"
            wide
            value={layout}
            options={LAYOUTS.map((value) => ({ value, label: LAYOUT_NAMES[value] }))}
            onChange={(next) => {
              setLayout(next)
              if (next === 'calendar' && !design.date) set({ date: dated[0]?.id })
            }}
          />
        </div>
        {layout === 'calendar' ? (
          <Field
            label="Day of an entry"
            hint="A date is the same day everywhere. A time is shown in the time zone of the visitor."
            error={dated.length === 0 ? 'Add a field with a date to the table first.' : undefined}
          >
            {(control) => (
              <Select
                {...control}
                value={design.date ?? ''}
                disabled={dated.length === 0}
                options={dated.map(({ id, title: name }) => ({ value: id, label: name }))}
                onChange={({ target }) => set({ date: target.value })}
              />
            )}
          </Field>
        ) : null}
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-small font-label">Shown fields</legend>
          {showable.map(({ id, title: name, audience }) => (
            <Checkbox
              key={id}
              checked={design.fields.includes(id)}
              onChange={({ target }) => show(id, target.checked)}
            >
              {name}
              {audience ? (
                <span className="text-caption text-text-3"> (hidden from some visitors)</span>
              ) : null}
            </Checkbox>
          ))}
        </fieldset>
        <div className="flex flex-col gap-2">
          <Checkbox
            checked={design.details !== undefined}
            onChange={({ target }) =>
              set({ details: target.checked ? showable.map(({ id }) => id) : undefined })
            }
          >
            Each entry has a view of its own
            <span className="block text-caption text-text-3">
              The heading leads to it, and it has its own address.
            </span>
          </Checkbox>
          {design.details ? (
            <fieldset className="flex flex-col gap-2 border-l-2 border-line pl-4">
              <legend className="sr-only">Fields of the view</legend>
              {showable.map(({ id, title: name }) => (
                <Checkbox
                  key={id}
                  checked={design.details!.includes(id)}
                  onChange={({ target }) => {
                    const wanted = new Set(design.details)
                    if (target.checked) wanted.add(id)
                    else wanted.delete(id)
                    set({ details: showable.flatMap((field) => (wanted.has(field.id) ? field.id : [])) })
                  }}
                >
                  {name}
                </Checkbox>
              ))}
            </fieldset>
          ) : null}
        </div>
        {layout === 'calendar' ? null : (
          <div className="grid grid-cols-2 gap-3">
            <Field label="Ordered by">
              {(control) => (
                <Select
                  {...control}
                  value={design.order ?? ''}
                  options={[
                    { value: '', label: 'When it was added' },
                    ...table.fields
                      .filter(
                        ({ kind, audience }) =>
                          !audience && (SORTED_KINDS.includes(kind) || kind === 'position'),
                      )
                      .map(({ id, title: name }) => ({ value: id, label: name })),
                  ]}
                  onChange={({ target }) => set({ order: target.value || undefined })}
                />
              )}
            </Field>
            <Field label="Direction">
              {(control) => (
                <Select
                  {...control}
                  value={(design.descending ?? true) ? 'down' : 'up'}
                  options={[
                    { value: 'down', label: 'Newest or last first' },
                    { value: 'up', label: 'Oldest or first first' },
                  ]}
                  onChange={({ target }) => set({ descending: target.value === 'down' })}
                />
              )}
            </Field>
          </div>
        )}
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-small font-label">Visitors can</legend>
          <Checkbox
            checked={design.search ?? false}
            onChange={({ target }) => set({ search: target.checked })}
          >
            Search
          </Checkbox>
          {layout === 'table' ? (
            <Checkbox checked={design.sort ?? false} onChange={({ target }) => set({ sort: target.checked })}>
              Order by a column
            </Checkbox>
          ) : null}
          {filterable.map(({ id, title: name }) => (
            <Checkbox
              key={id}
              checked={design.filters?.includes(id) ?? false}
              onChange={({ target }) =>
                set({
                  filters: target.checked
                    ? [...(design.filters ?? []), id]
                    : design.filters?.filter((one) => one !== id),
                })
              }
            >
              {`Filter by ${name}`}
            </Checkbox>
          ))}
          <Checkbox
            checked={design.own_rows ?? false}
            onChange={({ target }) => set({ own_rows: target.checked })}
          >
            Change and delete their own rows
            <span className="block text-caption text-text-3">Only as far as Access allows it.</span>
          </Checkbox>
        </fieldset>
      </div>
    </Dialog>
  )
}
