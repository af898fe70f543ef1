import { type FormEvent, useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import type { EventType } from '../contract.ts'
import type { WebhookEndpoint, WithSecret } from '../endpoints.ts'
import { ALL_EVENTS, EVENT_DESCRIPTIONS } from './event-descriptions.ts'
import { useSaveWebhook } from './use-webhooks.ts'

export interface WebhookDraft {
  url: string
  events: EventType[]
}

export const EMPTY_WEBHOOK: WebhookDraft = { url: '', events: ALL_EVENTS }

export interface WebhookDialogProps {
  tenantId: string
  mode: WebhookEndpoint['mode']
  /** Id of the edited endpoint; undefined for a new one. */
  id?: string
  /** Initial values: those of the edited endpoint, or what was typed before the dialog was closed. */
  kept: WebhookDraft
  onKeep?: (draft: WebhookDraft) => void
  onClose: () => void
  onMade?: (made: WithSecret) => void
}

/** The form for an endpoint's address and events. */
export function WebhookDialog({ tenantId, mode, id, kept, onKeep, onClose, onMade }: WebhookDialogProps) {
  const [draft, setDraft] = useState(kept)
  const [checked, setChecked] = useState(false)
  const save = useSaveWebhook(tenantId, mode, id, (made) => {
    leave(EMPTY_WEBHOOK)
    if (made) onMade?.(made)
  })
  const urlFault = /^https?:\/\/[^\s/]/.test(draft.url.trim())
    ? undefined
    : 'Enter an address like https://example.com/hooks'
  const eventsFault = draft.events.length ? undefined : 'Choose at least one event'

  function leave(left: WebhookDraft) {
    onKeep?.(left)
    onClose()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (!urlFault && !eventsFault) save.mutate({ ...draft, url: draft.url.trim() })
  }
  const choose = (type: EventType, on: boolean) =>
    setDraft({
      ...draft,
      events: ALL_EVENTS.filter((one) => (one === type ? on : draft.events.includes(one))),
    })

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !save.isPending) leave(draft)
      }}
      title={id ? 'Edit endpoint' : `Add ${mode} endpoint`}
      description="We send your server a POST request for each event."
      onSubmit={submit}
      footer={
        <>
          <Button disabled={save.isPending} onClick={() => leave(EMPTY_WEBHOOK)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            {id ? 'Save' : 'Add endpoint'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label="Address" error={checked ? urlFault : undefined}>
          {(field) => (
            <Input
              {...field}
              value={draft.url}
              onChange={(event) => setDraft({ ...draft, url: event.currentTarget.value })}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              maxLength={2000}
              placeholder="https://example.com/hooks"
            />
          )}
        </Field>
        <fieldset>
          <legend className="bb-label mb-2">Events</legend>
          <div className="flex flex-col gap-3">
            {ALL_EVENTS.map((type) => (
              <Checkbox
                key={type}
                checked={draft.events.includes(type)}
                onChange={(event) => choose(type, event.currentTarget.checked)}
              >
                <span className="block font-mono text-mono">{type}</span>
                <span className="block text-small text-text-2">{EVENT_DESCRIPTIONS[type]}</span>
              </Checkbox>
            ))}
          </div>
          {checked && eventsFault ? (
            <p className="bb-error mt-2" role="alert">
              {eventsFault}
            </p>
          ) : null}
        </fieldset>
        {save.isError && !save.isPending ? (
          <Notice tone="danger" role="alert" title="Nothing was saved">
            {callErrorText(save.error, 'The endpoint could not be saved. Try again.')}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  )
}
