import { type FormEvent, useState } from 'react'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { useLocalDraft } from '#studio/data/use-local-draft.ts'
import { useUnsaved } from '#studio/data/use-unsaved.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import type { StaffAssistant } from '#blocks/prompt/endpoints-studio.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { AnswerFields } from './answer-fields.tsx'
import {
  type AssistantDraft,
  differences,
  draftOf,
  isAssistantDraft,
  type Problems,
  problemsOf,
} from './assistant-draft.ts'
import { AssistantPreview } from './assistant-preview.tsx'
import { LimitFields } from './limit-fields.tsx'
import { PeopleFields } from './people-fields.tsx'
import { useSaveAssistant } from './use-save-assistant.ts'

const and = new Intl.ListFormat('en')

/** The form of an assistant beside the block with what is typed. */
export default function SettingsPart({
  tenant,
  assistant,
}: {
  tenant: TenantRow
  assistant: StaffAssistant
}) {
  const [base, setBase] = useState(assistant)
  const [draft, setDraft] = useState(() => draftOf(assistant))
  const [start, setStart] = useState(draft)
  const [wasSent, setSent] = useState(false)
  const [faults, setFaults] = useState<Problems>({})
  const [theirs, setTheirs] = useState<StaffAssistant>()
  const isChanged = JSON.stringify(draft) !== JSON.stringify(start)
  const local = useLocalDraft(
    `assistant:${tenant.id}:${base.id}`,
    isChanged ? draft : undefined,
    base.revision,
    isAssistantDraft,
  )
  const release = useUnsaved(
    isChanged,
    "Your changes to this assistant aren't saved.",
    ({ pathname, search }) =>
      pathname === location.pathname && new URLSearchParams(search).get('part') === 'settings',
  )
  const save = useSaveAssistant({
    tenantId: tenant.id,
    base,
    onSaved(stored, sent) {
      const next = draftOf(stored)
      setBase(stored)
      // What was typed meanwhile stays.
      setDraft((now) => (now === sent ? next : now))
      setStart(next)
      setTheirs(undefined)
      setSent(false)
      local.forget()
      release()
    },
    onConflict: setTheirs,
    onFaults: setFaults,
  })
  const problems = { ...faults, ...problemsOf(draft) }
  const fields = {
    draft,
    problem: (name: keyof AssistantDraft) => (wasSent ? problems[name] : undefined),
    onChange(next: Partial<AssistantDraft>) {
      setFaults({})
      setDraft((now) => ({ ...now, ...next }))
    },
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    // React also passes on what a dialog inside sends.
    if (event.target !== event.currentTarget) return
    setSent(true)
    const form = event.currentTarget
    if (Object.keys(problemsOf(draft)).length === 0) save.mutate({ draft })
    else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  function takeTheirs(stored: StaffAssistant): void {
    setBase(stored)
    setDraft(draftOf(stored))
    setStart(draftOf(stored))
    setTheirs(undefined)
  }

  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <form noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-5">
        {local.found && !isChanged ? (
          <Notice tone="info">
            <p>You have changes from {formatDateTime(local.found.at)} that were not saved.</p>
            <div className="mt-3 flex flex-wrap gap-2">
              <Button
                size="small"
                onClick={() => {
                  setDraft(local.found!.draft)
                  local.taken()
                }}
              >
                Restore them
              </Button>
              <Button size="small" variant="ghost" onClick={() => local.forget()}>
                Discard them
              </Button>
            </div>
          </Notice>
        ) : null}
        {theirs ? (
          <Notice tone="warn" role="alert">
            <p className="font-medium">Someone else saved this assistant while you were editing it.</p>
            <p className="mt-1">
              Your version is still here and is not saved. The two differ in:{' '}
              {and.format(differences(draft, draftOf(theirs)))}.
            </p>
            <div className="mt-3 flex flex-wrap gap-2">
              <Button
                size="small"
                busy={save.isPending}
                busyLabel="Saving..."
                onClick={() => save.mutate({ draft, over: theirs.revision })}
              >
                Save my version
              </Button>
              <Button size="small" onClick={() => takeTheirs(theirs)}>
                Use the saved version
              </Button>
            </div>
          </Notice>
        ) : null}
        <AnswerFields {...fields} />
        <PeopleFields {...fields} tenantId={tenant.id} />
        <LimitFields {...fields} tenant={tenant} />
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-3 border-t border-line bg-bg px-1 py-3 max-md:bottom-16">
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            busyLabel="Saving..."
            disabledReason={!isChanged && 'Nothing has changed.'}
          >
            Save
          </Button>
          <output className="min-w-0 text-small text-text-2">
            {wasSent && Object.keys(problems).length > 0
              ? 'Nothing was saved: check the fields with a message.'
              : isChanged
                ? 'Not saved yet. A copy is kept in this browser.'
                : 'Saved'}
          </output>
        </div>
      </form>
      <AssistantPreview tenant={tenant} assistant={base} draft={draft} />
    </div>
  )
}
