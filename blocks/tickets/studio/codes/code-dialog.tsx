import { type FormEvent, useState } from 'react'
import { priceSign } from '#kernel/browser/money.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { Button } from '#ui/button.tsx'
import { CopyTextButton } from '#ui/code/copy-button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { PriceInput } from '#ui/forms/price-input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TimeField } from '../events/event-fields.tsx'
import type { EventRow } from '../events/event-rows.ts'
import { CountField } from '../events/count-field.tsx'
import { type CodeDraft, codeProblems, codeRows, doesText, newCode } from './code-draft.ts'
import { useAddCodes } from './use-codes.ts'

const KINDS: { value: CodeDraft['kind']; label: string }[] = [
  { value: 'percent', label: 'Percent off' },
  { value: 'amount', label: 'Amount off' },
  { value: 'unlock', label: 'Show hidden tickets' },
]

interface CodeDialogProps {
  of: { tenantId: string; eventId: string }
  event: EventRow
  onClose: () => void
}

/** Makes one code, or many at once. */
export function CodeDialog({ of, event, onClose }: CodeDialogProps) {
  const [draft, setDraft] = useState<CodeDraft>(newCode)
  const [wasSent, setSent] = useState(false)
  const [made, setMade] = useState<string[]>()
  const add = useAddCodes(of, (codes) => (codes.length === 1 ? onClose() : setMade(codes)))
  const change = (next: Partial<CodeDraft>) => setDraft((now) => ({ ...now, ...next }))
  const problems = codeProblems(draft, event.currency)
  const shown = wasSent ? problems : {}
  const isBulk = draft.count.trim() !== '1'

  function submit(sent: FormEvent) {
    sent.preventDefault()
    setSent(true)
    if (Object.keys(problems).length === 0) add.mutate(codeRows(draft, event))
  }
  if (made) return <MadeCodes codes={made} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || add.isPending ? undefined : onClose())}
      title="New code"
      description="Visitors enter it in the block, before they choose their tickets."
      onSubmit={submit}
      footer={
        <>
          <Button disabled={add.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={add.isPending} busyLabel="Creating...">
            {isBulk && !problems.count ? `Create ${draft.count.trim()} codes` : 'Create code'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-3">
          <CountField
            label="How many"
            error={shown.count}
            value={draft.count}
            onChange={(count) => change({ count })}
          />
          <Field
            label={isBulk ? 'Prefix' : 'Code'}
            error={shown.code}
            hint={isBulk ? 'Eight random letters and digits follow.' : undefined}
            {...(isBulk && { optional: '(optional)' })}
          >
            {(control) => (
              <Input
                {...control}
                maxLength={40}
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
                placeholder={isBulk ? 'CLUB-' : 'FRIENDS'}
                value={draft.code}
                onChange={({ currentTarget: { value } }) => change({ code: value.toUpperCase() })}
              />
            )}
          </Field>
        </div>
        <div className="flex flex-col gap-3">
          <Segments
            label="What it does"
            value={draft.kind}
            options={KINDS}
            onChange={(kind) => change({ kind, value: kind === 'percent' ? '10' : '' })}
          />
          {draft.kind === 'percent' ? (
            <CountField
              label="Percent"
              error={shown.value}
              value={draft.value}
              onChange={(value) => change({ value })}
            />
          ) : draft.kind === 'amount' ? (
            <Field label="Off each ticket" error={shown.value}>
              {(control) => (
                <PriceInput
                  {...control}
                  sign={priceSign(event.currency)}
                  value={draft.value}
                  onChange={({ currentTarget: { value } }) => change({ value })}
                />
              )}
            </Field>
          ) : null}
        </div>
        <fieldset className="m-0 flex min-w-0 flex-col gap-2 border-0 p-0">
          <legend className="mb-2 p-0 text-small font-label">For these tickets</legend>
          {event.types.map(({ id, name, is_hidden }) => (
            <Checkbox
              key={id}
              checked={draft.types.includes(id)}
              onChange={({ target }) =>
                change({
                  types: target.checked ? [...draft.types, id] : draft.types.filter((one) => one !== id),
                })
              }
            >
              {name}
              {is_hidden ? <span className="text-text-3"> (hidden without a code)</span> : null}
            </Checkbox>
          ))}
          <p className="text-caption text-text-3">
            {problems.value ? 'None chosen means all.' : `${doesText(previewOf(draft, event), event)}.`}
          </p>
        </fieldset>
        <div className="grid gap-3 sm:grid-cols-2">
          <CountField
            label="Tickets for each code"
            placeholder="No limit"
            error={shown.most}
            value={draft.most}
            onChange={(most) => change({ most })}
          />
          <TimeField label="Until" optional value={draft.until} onChange={(until) => change({ until })} />
        </div>
      </div>
    </Dialog>
  )
}

/** What the code will do, whatever it is called. */
const previewOf = (draft: CodeDraft, event: EventRow) => codeRows({ ...draft, count: '1' }, event)[0]!

/** The codes that were made at once, to copy. */
function MadeCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`${codes.length} codes`}
      description="They are in the list too, and in its CSV file."
      footer={
        <>
          <CopyTextButton text={text} label="Copy all" />
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <pre
        // Scrolls with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Codes"
        className="m-0 max-h-72 overflow-auto rounded-card border border-line p-3 font-mono text-small"
      >
        {text}
      </pre>
    </Dialog>
  )
}
