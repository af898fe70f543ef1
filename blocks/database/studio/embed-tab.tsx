import { Braces, Ellipsis, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { block } from '#blocks/database/block.ts'
import type { DataView } from '#blocks/database/endpoints-studio.ts'
import { LookAndEmbed } from '#features/tenants/studio/sites/look-and-embed.tsx'
import { mayWith } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { useForms } from './form/use-forms.ts'
import { useDeleteView, useViews } from './list/use-views.ts'
import type { TablePageProps } from './table-page.tsx'
import { tagsOf } from './tags.ts'
import { ViewOwn } from './view-own.tsx'

const ListDialog = lazy(
  () => import('./list/list-dialog.tsx').then((module) => ({ default: module.ListDialog })),
  'over',
)

const TypesDialog = lazy(() => import('./types-dialog.tsx'), 'over')

/** Forms and lists of a table in the tenant's look, with their tags. */
export default function EmbedTab({ tenant, table }: TablePageProps) {
  const { data: forms, isError: isFormsError, refetch: refetchForms } = useForms(tenant.id)
  const { data: views, isError: isViewsError, refetch: refetchViews } = useViews(tenant.id)
  const [edited, setEdited] = useState<DataView | 'new'>()
  const [areTypesOpen, setTypesOpen] = useState(false)
  if (isFormsError || isViewsError)
    return (
      <FailedRow
        message="The forms and lists could not be loaded."
        onRetry={() => void Promise.all([refetchForms(), refetchViews()])}
      />
    )
  // Both at once: tags that arrive later would move what is below.
  if (!forms || !views) return <RowsSkeleton rows={3} />
  const own = {
    forms: forms.forms.filter(({ table_id }) => table_id === table.id),
    views: views.filter(({ table_id }) => table_id === table.id),
  }
  const tags = tagsOf(own.forms, own.views)
  const formPage = {
    pathname: '/bolt/tables/form',
    search: `?${new URLSearchParams({ tenant: tenant.id, table: table.id })}`,
  }
  return (
    <>
      <LookAndEmbed
        key={tenant.id}
        tenant={tenant}
        manifest={block}
        tags={tags}
        preview={
          tags.length > 0 && mayWith(tenant, 'people') ? <ViewOwn tenant={tenant} tags={tags} /> : undefined
        }
      >
        {tags.length === 0 ? (
          <p className="text-text-2">
            There is nothing to embed yet. Create a form that adds rows, or a list that shows them.
          </p>
        ) : null}
        {own.views.length > 0 ? (
          <>
            <h3 className="mt-6 mb-1.5 text-small font-label" id="lists-title">
              Lists
            </h3>
            <ul aria-labelledby="lists-title" className="divide-y divide-line border-y border-line">
              {own.views.map((view) => (
                <ViewRow key={view.id} tenantId={tenant.id} view={view} onEdit={() => setEdited(view)} />
              ))}
            </ul>
          </>
        ) : null}
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            size="small"
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            New list
          </Button>
          <Button
            size="small"
            icon={<Braces size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setTypesOpen(true)}
          >
            TypeScript types
          </Button>
          <Link className="text-small underline" to={formPage}>
            {own.forms.length > 0 ? 'Edit the form' : 'Create a form'}
          </Link>
        </div>
        {table.see === null && own.views.length > 0 ? (
          <p className="mt-3 text-small text-text-2">
            Lists are empty for visitors until <strong className="font-label">See rows</strong> under Access
            is open to them.
          </p>
        ) : null}
      </LookAndEmbed>
      {areTypesOpen ? (
        <Suspense>
          <TypesDialog tenantId={tenant.id} onClose={() => setTypesOpen(false)} />
        </Suspense>
      ) : null}
      {edited ? (
        <Suspense>
          <ListDialog
            tenant={tenant}
            table={table}
            view={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function ViewRow({ tenantId, view, onEdit }: { tenantId: string; view: DataView; onEdit: () => void }) {
  const [isDeleting, setIsDeleting] = useState(false)
  const remove = useDeleteView(tenantId)
  return (
    <li className="flex min-h-11 items-center gap-3 py-1">
      <span className="min-w-0 flex-1 wrap-anywhere">{view.title}</span>
      <Menu
        trigger={
          <IconButton
            label={`More for ${view.title}`}
            icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
          />
        }
      >
        <MenuItem onSelect={onEdit}>Edit</MenuItem>
        <MenuLine />
        <MenuItem tone="danger" onSelect={() => setIsDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title={`Delete ${view.title}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(view, { onSuccess: () => setIsDeleting(false) })}
      >
        It disappears from your site at once. The rows stay in the table. This action cannot be undone.
      </ConfirmDialog>
    </li>
  )
}
