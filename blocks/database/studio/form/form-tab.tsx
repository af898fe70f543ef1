import { ClipboardList, Plus } from 'lucide-react'
import { useState } from 'react'
import { showPaywall } from '#studio/plan/paywall.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { OptionPicker } from '#ui/forms/option-picker.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import type { TablePageProps } from '../table-page.tsx'
import { FormEditor } from './form-editor.tsx'
import { formState, submissionsText } from './form-state.ts'
import { useCreateForm, useForms } from './use-forms.ts'

const FREE_LIMIT = 'Free includes one form. With Pro you can add as many as you need.'

/** The forms that fill a table, one of them open. */
export default function FormTab({ tenant, table }: TablePageProps) {
  const { data, isError, isFetching, refetch } = useForms(tenant.id)
  const create = useCreateForm(tenant.id, table.id)
  const [chosen, setChosen] = useState<string>()
  const [openedAt] = useState(Date.now)
  if (!data && isError)
    return (
      <FailedRow message="The forms could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!data) return <RowsSkeleton rows={5} />

  const forms = data.forms.filter(({ table_id }) => table_id === table.id)
  const form = forms.find(({ id }) => id === chosen) ?? forms[0]
  const add = (
    <Button
      variant={form ? 'secondary' : 'primary'}
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      busy={create.isPending}
      busyLabel="Creating..."
      onClick={() =>
        data.may_add
          ? create.mutate({ title: table.title }, { onSuccess: ({ id }) => setChosen(id) })
          : showPaywall(FREE_LIMIT)
      }
    >
      {form ? 'New form' : 'Create a form'}
    </Button>
  )
  if (!form)
    return (
      <EmptyState
        level={2}
        icon={<ClipboardList size={22} strokeWidth={1.75} aria-hidden />}
        title="No form yet"
        text="A form on your site adds rows to this table. It starts with a question for each field, and you choose what it asks, in which order and when."
        actions={add}
      />
    )
  const state = formState(form, openedAt)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        {forms.length > 1 ? (
          <OptionPicker
            label="Form"
            value={form.id}
            options={forms.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={setChosen}
          />
        ) : null}
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-text-2">
          <Badge dot={state.dot}>{state.text}</Badge>
          {submissionsText(form.submitted)}
        </span>
        <span className="ml-auto">{add}</span>
      </div>
      <FormEditor key={`${form.id} ${form.revision}`} tenant={tenant} table={table} form={form} />
    </>
  )
}
