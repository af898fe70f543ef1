import type { Field as TableField } from '#kernel/browser/fields/field.ts'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { MOST_COPIES, MOST_NOTICES } from '#kernel/browser/forms/form-design.ts'
import type { FormSettings } from '#kernel/browser/forms/form-design.ts'

export interface AfterSendingProps {
  settings: FormSettings
  /** Fields that the form asks for. */
  fields: readonly TableField[]
  /** Rows of the table wait for approval. */
  approval: boolean
  onChange: (settings: Partial<FormSettings>) => void
}

const COPY = {
  subject: 'We received your message',
  text: 'Thank you. We received your message and will reply soon.',
}

/** The button, and what happens when a visitor has sent the form. */
export function AfterSending({ settings, fields, approval, onChange }: AfterSendingProps) {
  const {
    button = '',
    thanks = '',
    redirect = '',
    notify = false,
    known_is_fine = false,
    edit_days,
    confirm,
  } = settings
  const emails = fields.filter(({ kind }) => kind === 'email')
  return (
    <section aria-labelledby="after-title" className="flex flex-col gap-4">
      <h2 id="after-title" className="text-subheading">
        Sending
      </h2>
      <Field label="Button" optional="(optional)">
        {(control) => (
          <Input
            {...control}
            value={button}
            placeholder="Send"
            maxLength={40}
            autoComplete="off"
            onChange={({ target }) => onChange({ button: target.value })}
          />
        )}
      </Field>
      <Field label="Message after sending" optional="(optional)">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={1000}
            value={thanks}
            placeholder="Thank you. We received your answers."
            onChange={({ target }) => onChange({ thanks: target.value })}
          />
        )}
      </Field>
      <Field label="Then go to" optional="(optional)" hint="A page of one of your listed sites.">
        {(control) => (
          <Input
            {...control}
            type="url"
            value={redirect}
            placeholder="https://your-site.com/thanks"
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => onChange({ redirect: target.value })}
          />
        )}
      </Field>
      <div className="flex flex-col gap-2.5">
        <Checkbox
          checked={notify}
          onChange={({ target }) => onChange({ notify: target.checked || undefined })}
        >
          Email me about each submission
          <span className="block text-caption text-text-3">
            {`At most ${MOST_NOTICES} emails an hour. Every submission is in the table.`}
          </span>
        </Checkbox>
        <Checkbox
          checked={edit_days !== undefined}
          onChange={({ target }) => onChange({ edit_days: target.checked ? 14 : undefined })}
        >
          Let senders change what they sent
          <span className="block text-caption text-text-3">
            They get a secret link after sending, and in the confirmation. It ends with the row.
            {approval ? ' A changed row waits for approval again.' : ''}
          </span>
        </Checkbox>
        {edit_days === undefined ? null : (
          <Field label="Days for changes">
            {(control) => (
              <Input
                {...control}
                type="number"
                min={1}
                max={365}
                value={edit_days}
                onChange={({ target }) =>
                  onChange({ edit_days: Math.min(365, Math.max(1, Math.round(Number(target.value)) || 1)) })
                }
              />
            )}
          </Field>
        )}
        {known_is_fine || fields.some(({ unique }) => unique) ? (
          <Checkbox
            checked={known_is_fine}
            onChange={({ target }) => onChange({ known_is_fine: target.checked || undefined })}
          >
            Say thank you also when the answer is already in the table
            <span className="block text-caption text-text-3">
              The answer does not tell who is on your list. No second row is added.
            </span>
          </Checkbox>
        ) : null}
        <Checkbox
          checked={confirm !== undefined}
          disabled={emails.length === 0 && !confirm}
          onChange={({ target }) =>
            onChange({ confirm: target.checked ? { field: emails[0]!.id, ...COPY } : undefined })
          }
        >
          Email a confirmation to the sender
          {emails.length === 0 ? (
            <span className="block text-caption text-text-3">
              This needs a question for an email address.
            </span>
          ) : (
            <span className="block text-caption text-text-3">
              {`At most ${MOST_COPIES.paid} an hour for your site, ${MOST_COPIES.free} on Free.`}
            </span>
          )}
        </Checkbox>
      </div>
      {confirm ? (
        <div className="flex flex-col gap-4 border-l-2 border-line pl-4">
          {emails.length > 1 ? (
            <Field label="Address">
              {(control) => (
                <Select
                  {...control}
                  value={confirm.field}
                  options={emails.map(({ id, title }) => ({ value: id, label: title }))}
                  onChange={({ target }) => onChange({ confirm: { ...confirm, field: target.value } })}
                />
              )}
            </Field>
          ) : null}
          <Field label="Subject">
            {(control) => (
              <Input
                {...control}
                value={confirm.subject}
                maxLength={120}
                autoComplete="off"
                onChange={({ target }) => onChange({ confirm: { ...confirm, subject: target.value } })}
              />
            )}
          </Field>
          <Field label="Text">
            {(control) => (
              <Textarea
                {...control}
                rows={3}
                maxLength={2000}
                value={confirm.text}
                onChange={({ target }) => onChange({ confirm: { ...confirm, text: target.value } })}
              />
            )}
          </Field>
        </div>
      ) : null}
    </section>
  )
}
