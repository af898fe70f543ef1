import '#ui/tabs/tabs.css'
import { ArrowLeft, Ellipsis } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ViewAs } from '#studio/audience/view-as.tsx'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import type { StaffAssistant } from '#blocks/prompt/endpoints-studio.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { AssistantState } from './assistant-state.tsx'
import { useDeleteAssistant } from './use-assistants.ts'

const SourcesPart = lazy(() => import('../sources/sources-part.tsx'))
const SettingsPart = lazy(() => import('../settings/settings-part.tsx'))
const TestsPart = lazy(() => import('../tests/tests-part.tsx'))

const PARTS = [
  { part: '', label: 'Sources' },
  { part: 'settings', label: 'Settings' },
  { part: 'tests', label: 'Test set' },
] as const

export interface AssistantPageProps {
  tenant: TenantRow
  assistant: StaffAssistant
  /** Absent if there is only one. */
  onBack: (() => void) | undefined
  onDeleted: () => void
  aside: ReactNode
}

/** One assistant: what it knows, how it answers, and whether it answers well. */
export function AssistantPage({ tenant, assistant, onBack, onDeleted, aside }: AssistantPageProps) {
  const [query] = useSearchParams()
  const current = PARTS.find(({ part }) => part === query.get('part'))?.part ?? ''
  const search = (part: string) => {
    const next = new URLSearchParams(query)
    next.delete('source')
    if (part) next.set('part', part)
    else next.delete('part')
    return next.toString()
  }
  return (
    <>
      {onBack ? (
        <button
          type="button"
          onClick={onBack}
          className="mb-3 inline-flex min-h-6 items-center gap-1.5 rounded-badge text-small text-text-2 hover:text-text"
        >
          <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          Assistants
        </button>
      ) : null}
      <AssistantHeader tenantId={tenant.id} assistant={assistant} onDeleted={onDeleted} aside={aside} />
      <nav aria-label={assistant.name} className="bb-tabs mb-5">
        {PARTS.map(({ part, label }) => (
          <Link
            key={part}
            to={{ search: search(part) }}
            className="bb-tab"
            aria-current={part === current ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Suspense key={current} fallback={<RowsSkeleton rows={5} />}>
        {current === 'settings' ? (
          <>
            <SettingsPart tenant={tenant} assistant={assistant} />
            {mayWith(tenant, 'people') ? (
              <div className="mt-10">
                <ViewAs key={assistant.revision} tenant={tenant} page="prompt" block={assistant.id} />
              </div>
            ) : null}
          </>
        ) : current === 'tests' ? (
          <TestsPart tenant={tenant} assistant={assistant} />
        ) : (
          <SourcesPart tenant={tenant} assistant={assistant} />
        )}
      </Suspense>
    </>
  )
}

interface AssistantHeaderProps {
  tenantId: string
  assistant: StaffAssistant
  onDeleted: () => void
  aside: ReactNode
}

function AssistantHeader({ tenantId, assistant, onDeleted, aside }: AssistantHeaderProps) {
  const [isDeleting, setDeleting] = useState(false)
  const remove = useDeleteAssistant(tenantId, onDeleted)
  return (
    <div className="mb-4 flex items-start justify-between gap-4">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-subheading wrap-anywhere">{assistant.name}</h2>
        <AssistantState assistant={assistant} />
      </div>
      <div className="flex flex-none items-center gap-2">
        {aside}
        <Menu
          trigger={
            <IconButton
              label={`More for ${assistant.name}`}
              icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
            />
          }
        >
          <MenuItem tone="danger" onSelect={() => setDeleting(true)}>
            Delete
          </MenuItem>
        </Menu>
      </div>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${assistant.name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(assistant.id)}
      >
        Its sources, test set and conversations are deleted, and it disappears from your site. Your pages,
        tables, library and events stay. This action cannot be undone.
      </ConfirmDialog>
    </div>
  )
}
