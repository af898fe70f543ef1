import { DoorOpen, Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { AudienceDialog, type AudienceDialogProps } from './audience-dialog.tsx'
import { audienceMeaning } from './audience-sentence.ts'
import { type SavedAudience, useAudiences, useDeleteAudience } from './use-audiences.ts'
import { useMemberNames } from './use-members.ts'
import { useProducts } from './use-products.ts'
import { useRoles } from './use-roles.ts'

/** The tenant's saved audiences, each with what it means. */
export function AudiencesSection({ tenantId }: { tenantId: string }) {
  const { data: saved, isError, isFetching, refetch } = useAudiences(tenantId)
  const { data: products = [] } = useProducts(tenantId)
  const { data: roles = [] } = useRoles(tenantId)
  const [isCreating, setCreating] = useState(false)
  const picker = { tenantId, products, roles, hasAuthor: true, hasTeam: true }
  const create = (
    <Button icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      New audience
    </Button>
  )
  return (
    <section aria-labelledby="audiences-title">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <div className="min-w-0">
          <h2 id="audiences-title" className="text-subheading">
            Saved audiences
          </h2>
          <p className="text-text-2">
            Who may see or do something. Tables, products and blocks use them by name.
          </p>
        </div>
        {saved?.length ? <span className="ml-auto">{create}</span> : null}
      </div>
      <ListFrame
        loading={!saved}
        skeleton={<RowsSkeleton rows={2} />}
        failed={isError && 'The audiences could not be loaded.'}
        busy={isFetching}
        onRetry={() => void refetch()}
        empty={
          saved?.length === 0 ? (
            <EmptyState
              icon={<DoorOpen size={22} strokeWidth={1.75} aria-hidden />}
              title="No saved audiences"
              text="An audience says who may see something: buyers of a product, members with a role, certain people. Save one by name to use it in several places."
              actions={create}
            />
          ) : undefined
        }
      >
        <ul aria-label="Saved audiences" className="divide-y divide-line">
          {saved?.map((audience) => (
            <AudienceRow key={audience.id} audience={audience} picker={picker} />
          ))}
        </ul>
      </ListFrame>
      {isCreating ? (
        <AudienceDialog {...picker} audience={undefined} onClose={() => setCreating(false)} />
      ) : null}
    </section>
  )
}

function AudienceRow({
  audience,
  picker,
}: {
  audience: SavedAudience
  picker: Omit<AudienceDialogProps, 'audience' | 'onSaved' | 'onClose'>
}) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const close = () => setDialog(undefined)
  const remove = useDeleteAudience(picker.tenantId, close)
  const people = useMemberNames(
    picker.tenantId,
    audience.rule.any.flatMap(({ ids = [] }) => (ids.length <= 3 ? ids : [])),
  )
  return (
    <li className="flex items-center gap-3 py-3">
      <span className="min-w-0 flex-1">
        <span className="block font-label wrap-anywhere">{audience.name}</span>
        <span className="block text-small wrap-anywhere text-text-2">
          {audienceMeaning(audience.rule, { products: picker.products, people })}
        </span>
      </span>
      <Menu
        trigger={
          <IconButton
            label={`More for ${audience.name}`}
            icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
          />
        }
      >
        <MenuItem onSelect={() => setDialog('edit')}>Edit</MenuItem>
        <MenuItem tone="danger" onSelect={() => setDialog('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {dialog === 'edit' ? <AudienceDialog {...picker} audience={audience} onClose={close} /> : null}
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={(open) => open || close()}
        title={`Delete ${audience.name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(audience.id)}
      >
        It cannot be deleted while a product or a bucket uses it. This action cannot be undone.
      </ConfirmDialog>
    </li>
  )
}
