import { useState } from 'react'
import type { Field as TableField } from '#kernel/browser/fields/field.ts'
import { CopyButton } from '#ui/code/copy-button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { type Fillable, prefillAddress } from './prefill-address.ts'

export interface PrefillLinkProps {
  questions: Fillable[]
  fields: readonly TableField[]
  /** Listed sites, one of which has the form. */
  sites: readonly string[]
}

/** Makes a link to the form's page that fills in questions. */
export function PrefillLink({ questions, fields, sites }: PrefillLinkProps) {
  const [page, setPage] = useState(() => pageOf(sites))
  const [values, setValues] = useState<Record<string, string>>({})
  const address = prefillAddress(page, values)
  const known = new Map(fields.map((field) => [field.id, field]))
  return (
    <section aria-labelledby="link-title" className="flex flex-col gap-4">
      <div>
        <h2 id="link-title" className="text-subheading">
          Link with answers
        </h2>
        <p className="text-small text-text-2">
          Share it in an email or as a QR code: the form starts with these answers, and visitors can change
          them.
        </p>
      </div>
      <Field label="Page with the form">
        {(control) => (
          <Input
            {...control}
            type="url"
            value={page}
            placeholder="https://your-site.com/contact"
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => setPage(target.value)}
          />
        )}
      </Field>
      {questions.map(({ field, parameter }) => {
        const { title = parameter, kind, choices = [] } = known.get(field) ?? {}
        const set = (value: string) => setValues({ ...values, [parameter]: value })
        return (
          <Field key={field} label={title} optional="(optional)">
            {(control) =>
              kind === 'choice' ? (
                <Select
                  {...control}
                  value={values[parameter] ?? ''}
                  options={[
                    { value: '', label: 'None' },
                    ...choices.map(({ value, title: label }) => ({ value, label })),
                  ]}
                  onChange={({ target }) => set(target.value)}
                />
              ) : (
                <Input
                  {...control}
                  value={values[parameter] ?? ''}
                  maxLength={500}
                  autoComplete="off"
                  onChange={({ target }) => set(target.value)}
                />
              )
            }
          </Field>
        )
      })}
      <Field label="Link">
        {(control) => (
          <Input
            {...control}
            readOnly
            className="font-mono"
            value={address ?? ''}
            placeholder="Enter the address of the page"
            {...(address && { end: <CopyButton text={address} label="Copy link" /> })}
          />
        )}
      </Field>
    </section>
  )
}

/** Test mode's wildcard is no address. */
function pageOf(sites: readonly string[]): string {
  const site = sites.find((one) => one.startsWith('http'))
  return site ? `${site}/` : ''
}
