import { Eye } from 'lucide-react'
import { type FormEvent, Suspense, useState } from 'react'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { useLocalDraft } from '#studio/data/use-local-draft.ts'
import { useUnsaved } from '#studio/data/use-unsaved.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import type { StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'
import type { ItemKind } from '#blocks/library/endpoints.ts'
import { Button } from '#ui/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { Notice } from '#ui/notice.tsx'
import { BodyFields } from './body-fields.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import {
  differences,
  draftOf,
  emptyDraft,
  isItemDraft,
  type ItemDraft,
  type Problems,
  problemsOf,
} from './item-draft.ts'
import { ItemFields } from './item-fields.tsx'
import { ItemSettings } from './item-settings.tsx'
import { useSaveItem } from './use-save-item.ts'

const ItemPreview = lazy(() => import('./item-preview.tsx'), 'over')

export interface ItemEditorProps {
  tenant: TenantRow
  kind: ItemKind
  /** Undefined for a new one. */
  item: StaffItemWithBody | undefined
  onCreated: (id: string) => void
}

/** The form of an item: what is in it at the left, who sees it when at the right. */
export function ItemEditor({ tenant, kind, item, onCreated }: ItemEditorProps) {
  const [base, setBase] = useState(item)
  const [draft, setDraft] = useState<ItemDraft>(() => (item ? draftOf(item) : emptyDraft()))
  const [start, setStart] = useState(draft)
  const [wasSent, setSent] = useState(false)
  const [faults, setFaults] = useState<Problems>({})
  const [theirs, setTheirs] = useState<StaffItemWithBody>()
  // After a conflict in which the saved version was chosen.
  const [setAside, setSetAside] = useState<ItemDraft>()
  const [isPreviewed, setPreviewed] = useState(false)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(start)
  const local = useLocalDraft(
    `library:${tenant.id}:${item?.id ?? kind}`,
    isChanged ? draft : undefined,
    base?.revision ?? 0,
    isItemDraft,
  )
  const release = useUnsaved(isChanged, "Your changes to this item aren't saved.", ({ pathname, search }) => {
    const next = new URLSearchParams(search)
    return pathname === location.pathname && next.get('item') === (base?.id ?? 'new') && !next.get('part')
  })
  const save = useSaveItem({
    tenantId: tenant.id,
    kind,
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
      if (!base) onCreated(stored.id)
    },
    onConflict: setTheirs,
    onFaults: setFaults,
  })
  const problems = { ...faults, ...problemsOf(draft, kind) }
  const change = (next: Partial<ItemDraft>) => {
    setFaults({})
    setDraft((now) => ({ ...now, ...next }))
  }
  const fields = {
    tenant,
    kind,
    item: base,
    draft,
    problem: (name: keyof ItemDraft) => (wasSent ? problems[name] : undefined),
    onChange: change,
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    // React also passes on what a dialog inside sends.
    if (event.target !== event.currentTarget) return
    setSent(true)
    const form = event.currentTarget
    if (Object.keys(problemsOf(draft, kind)).length === 0)
      save.mutate({ draft }, { onError: () => focusFault(form) })
    else focusFault(form)
  }

  function useTheirs(stored: StaffItemWithBody): void {
    setSetAside(draft)
    setBase(stored)
    setDraft(draftOf(stored))
    setStart(draftOf(stored))
    setTheirs(undefined)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {local.found && !isChanged ? (
        <Notice tone="info">
          <p>
            You have changes from {formatDateTime(local.found.at)} that were not saved.
            {base && local.found.revision !== base.revision ? ' The item was saved again since then.' : ''}
          </p>
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
        <ConflictNotice
          fields={differences(draft, draftOf(theirs))}
          isBusy={save.isPending}
          onSaveMine={() => save.mutate({ draft, over: theirs.revision })}
          onUseTheirs={() => useTheirs(theirs)}
        />
      ) : null}
      {setAside ? (
        <Notice tone="info">
          <p>This is the saved version. Yours was put aside.</p>
          <div className="mt-3">
            <Button
              size="small"
              onClick={() => {
                setDraft(setAside)
                setSetAside(undefined)
              }}
            >
              Restore my version
            </Button>
          </div>
        </Notice>
      ) : null}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <ItemFields {...fields} />
          <BodyFields {...fields} />
        </div>
        <ItemSettings {...fields} />
      </div>
      <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-3 border-t border-line bg-bg px-1 py-3 max-md:bottom-16">
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending}
          busyLabel="Saving..."
          disabledReason={base && !isChanged && 'Nothing has changed.'}
        >
          {saveLabel(draft, base)}
        </Button>
        <Button icon={<Eye size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setPreviewed(true)}>
          Preview
        </Button>
        <output className="min-w-0 text-small text-text-2">
          {wasSent && Object.keys(problems).length > 0
            ? summaryOf(Object.keys(problems).length)
            : isChanged
              ? 'Not saved yet. A copy is kept in this browser.'
              : base
                ? 'Saved'
                : ''}
        </output>
      </div>
      {isPreviewed ? (
        <Suspense>
          <ItemPreview tenant={tenant} kind={kind} draft={draft} onClose={() => setPreviewed(false)} />
        </Suspense>
      ) : null}
    </form>
  )
}

function saveLabel({ state }: ItemDraft, base: StaffItemWithBody | undefined): string {
  if (state === 'published') return base?.status === 'published' ? 'Save' : 'Publish'
  if (state === 'scheduled') return base?.status === 'scheduled' ? 'Save' : 'Schedule'
  return base ? 'Save' : 'Save as draft'
}

const summaryOf = (count: number) =>
  count === 1
    ? 'Nothing was saved: one field needs your attention.'
    : `Nothing was saved: ${count} fields need your attention.`

/** After the messages are shown. */
function focusFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
