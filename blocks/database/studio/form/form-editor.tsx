import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Field as TableField } from '#kernel/browser/fields/field.ts'
import { MOST_TITLE } from '#kernel/browser/fields/field.ts'
import { showPaywall } from '#studio/plan/paywall.ts'
import { useUnsaved } from '#studio/data/use-unsaved.ts'
import { useResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { designProblem, settingsProblem } from '#kernel/browser/forms/design-problem.ts'
import type { DataForm } from '#blocks/database/endpoints-studio.ts'
import { ASKED_KINDS, type FormSettings } from '#kernel/browser/forms/form-design.ts'
import type { TablePageProps } from '../table-page.tsx'
import { AfterSending } from './after-sending.tsx'
import { questionsOf, withoutEmptyPages } from './design-changes.ts'
import { FormLimits, type Limits, limitsOf } from './form-limits.tsx'
import { FormPayment } from './form-payment.tsx'
import { FormPreview } from './form-preview.tsx'
import { fillables } from './prefill-address.ts'
import { PrefillLink } from './prefill-link.tsx'
import { QuestionList } from './question-list.tsx'
import { useDeleteForm, useSaveForm } from './use-forms.ts'
import { usePaidProducts } from './use-paid-products.ts'

const askedKinds: readonly string[] = ASKED_KINDS

/** Designs a form beside its preview. Nothing on the site changes before Save. */
export function FormEditor({ tenant, table, form }: TablePageProps & { form: DataForm }) {
  const [title, setTitle] = useState(form.title)
  const [design, setDesign] = useState(form.design)
  const [settings, setSettings] = useState(form.settings)
  const [limits, setLimits] = useState<Limits>(() => limitsOf(form))
  const [isDeleting, setIsDeleting] = useState(false)
  const look = useResolvedTenantTheme(tenant)
  const save = useSaveForm(tenant.id, form)
  const remove = useDeleteForm(tenant.id)
  const change = { title: title.trim(), design: withoutEmptyPages(design), settings, ...limits }
  const before = { title: form.title, design: form.design, settings: form.settings, ...limitsOf(form) }
  const isDirty = JSON.stringify(change) !== JSON.stringify(before)
  const release = useUnsaved(isDirty, "Your changes to this form aren't saved.")
  const set = (next: Partial<FormSettings>) =>
    setSettings(
      Object.fromEntries(
        Object.entries({ ...settings, ...next }).filter(([, value]) => value !== undefined && value !== ''),
      ),
    )

  const { data: products = [] } = usePaidProducts(tenant.id)
  const price = products.find(({ id }) => id === settings.payment?.item)
  const asked = new Set(questionsOf(design).map(({ question }) => question.field))
  const fields = table.fields.filter(isAskable)
  const filled = fillables(design)
  const problem =
    (change.title ? undefined : 'A form needs a title.') ??
    designProblem(change.design, table.fields) ??
    settingsProblem(settings, change.design, table.fields)

  function submit() {
    if (problem || !isDirty) return
    save.mutate(change, {
      onSuccess() {
        release()
        toast.success('Form saved')
      },
    })
  }

  return (
    <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <form
        className="flex flex-col gap-7"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {form.read_only ? (
          <Notice
            tone="warn"
            title="This form is closed"
            action={
              <Button size="small" onClick={() => showPaywall('This form opens again with Pro.')}>
                Choose Pro
              </Button>
            }
          >
            Your plan includes one form. What this one collected stays.
          </Notice>
        ) : null}
        <section aria-label="Beginning" className="flex flex-col gap-4">
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
          <Field label="Introduction" optional="(optional)">
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                maxLength={2000}
                value={settings.text ?? ''}
                onChange={({ target }) => set({ text: target.value })}
              />
            )}
          </Field>
        </section>
        <QuestionList
          design={design}
          fields={fields}
          unasked={fields.filter(({ id }) => !asked.has(id))}
          onChange={setDesign}
        />
        <AfterSending
          settings={settings}
          fields={fields.filter(({ id }) => asked.has(id))}
          approval={table.approval}
          onChange={set}
        />
        <FormPayment
          tenant={tenant}
          settings={settings}
          fields={fields.filter(({ id }) => asked.has(id))}
          onChange={set}
        />
        <FormLimits tenantId={tenant.id} limits={limits} submitted={form.submitted} onChange={setLimits} />
        {filled.length > 0 ? (
          <PrefillLink questions={filled} fields={table.fields} sites={tenant.allowed_origins ?? []} />
        ) : null}
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-bg py-3 max-md:bottom-16">
          <output className="min-w-0 flex-1 text-small text-text-2">
            {problem ? <span className="text-danger-text">{problem}</span> : isDirty ? 'Unsaved changes' : ''}
          </output>
          <Button
            icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setIsDeleting(true)}
          >
            Delete
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={problem ?? (!isDirty && 'Nothing has changed.')}
            busy={save.isPending}
            busyLabel="Saving..."
          >
            Save form
          </Button>
        </div>
        <p className="text-small text-text-2">
          The tag for your site is under{' '}
          <Link
            className="underline"
            to={{
              pathname: '/bolt/tables/embed',
              search: `?${new URLSearchParams({ tenant: tenant.id, table: table.id })}`,
            }}
          >
            Look &amp; embed
          </Link>
          .
        </p>
      </form>
      <FormPreview
        id={form.id}
        title={change.title || 'Untitled form'}
        design={design}
        settings={settings}
        fields={fields}
        approval={table.approval}
        price={price}
        look={look}
      />
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title={`Delete ${form.title}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => {
          release()
          remove.mutate(form)
        }}
      >
        It disappears from your site at once. The rows that it added stay in the table. This action cannot be
        undone.
      </ConfirmDialog>
    </div>
  )
}

/** A form asks for fields that everyone may see, of kinds that can be typed. */
const isAskable = ({ kind, audience }: TableField) => askedKinds.includes(kind) && audience === undefined
