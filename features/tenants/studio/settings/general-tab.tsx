import type { FormEventHandler } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { formatDate } from '#kernel/browser/dates.ts'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { CopyButton } from '#ui/code/copy-button.tsx'
import { DeleteTenant } from './delete-tenant.tsx'
import { DescriptionField } from '../description-field.tsx'
import { NameField } from '../name-field.tsx'
import { siteHint } from '../sites/site-words.ts'
import { SitesEditor } from '../sites/sites-editor.tsx'
import type { GeneralForm } from '../tenant-form.ts'

export interface GeneralTabProps {
  /** The id of the form. Its submit button is in the dialog's footer. */
  id: string
  tenant: TenantRow
  form: UseFormReturn<GeneralForm>
  onSubmit: FormEventHandler
}

/** Name and description; with the right to them also the sites, and for the owner the deletion. */
export function GeneralTab({ id, tenant, form, onSubmit }: GeneralTabProps) {
  const hasSettings = mayWith(tenant, 'settings')
  return (
    <div className="flex flex-col gap-8">
      <form id={id} noValidate onSubmit={onSubmit} className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <div className="flex flex-col gap-6">
          <NameField form={form} />
          <DescriptionField form={form} />
          <Field label="Public key" hint="Safe to share. It's part of your embed code.">
            {(field) => (
              <Input
                {...field}
                readOnly
                className="font-mono text-mono"
                value={tenant.public_key ?? 'Generating...'}
                end={
                  tenant.public_key ? (
                    <CopyButton text={tenant.public_key} label="Copy public key" />
                  ) : undefined
                }
              />
            )}
          </Field>
          <div>
            <p className="text-small font-label">Created</p>
            <p className="mt-1 text-text-2">
              {formatDate(tenant.created_at)}.{' '}
              {hasSettings ? (
                <Link className="underline" to={`/studio/audit?tenant=${tenant.id}`}>
                  Audit log
                </Link>
              ) : null}
            </p>
          </div>
        </div>
        {hasSettings ? (
          <section aria-labelledby="sites-title">
            <h3 id="sites-title" className="text-subheading">
              Sites
            </h3>
            <p className="mt-0.5 mb-3 text-text-2">Only these sites may show the blocks of this tenant.</p>
            <Controller
              control={form.control}
              name="allowed_origins"
              render={({ field }) => (
                <SitesEditor
                  sites={field.value}
                  onChange={field.onChange}
                  hint={siteHint(tenant.stripe_mode)}
                />
              )}
            />
          </section>
        ) : null}
      </form>
      {mayWith(tenant, 'own') ? <DeleteTenant tenant={tenant} /> : null}
    </div>
  )
}
