import { Ellipsis, Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { membersText, useRoles } from '#studio/audience/use-roles.ts'
import { showPaywall } from '#studio/plan/paywall.ts'
import { useLacksBusiness } from '#studio/plan/use-lacks-business.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import type { Role } from '../endpoints.ts'
import { RoleDialog } from './role-dialog.tsx'
import { RoleListDialog } from './role-list-dialog.tsx'
import { useDeleteRole, useSaveRole } from './use-role-changes.ts'

/** The server refuses more. */
const MOST_ROLES = 20

/** The roles of a tenant's members: who has them is changed here by list, and in Members one by one. */
export function RolesSection({ tenant }: { tenant: TenantRow }) {
  const tenantId = tenant.id
  const lacksBusiness = useLacksBusiness(tenant)
  const { data: roles, isError, isFetching, refetch } = useRoles(tenantId)
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button
      variant="primary"
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      disabledReason={(roles?.length ?? 0) >= MOST_ROLES && `A site has at most ${MOST_ROLES} roles.`}
      onClick={() => (lacksBusiness ? showPaywall('Roles come with the Business plan.') : setCreating(true))}
    >
      Create role
    </Button>
  )
  return (
    <section aria-labelledby="roles-title">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="roles-title" className="text-subheading">
          Roles
        </h2>
        <Badge tone="outline">Business</Badge>
        {roles?.length ? <span className="ml-auto">{create}</span> : null}
      </div>
      <ListFrame
        loading={!roles}
        skeleton={<RowsSkeleton rows={3} />}
        failed={isError && 'The roles could not be loaded.'}
        busy={isFetching}
        onRetry={() => void refetch()}
        empty={
          roles?.length === 0 ? (
            <EmptyState
              icon={<UsersRound size={22} strokeWidth={1.75} aria-hidden />}
              title="No roles yet"
              text="A role is a group of your members, such as a reading club or editors. Blocks, products and your own code can open to those who have it."
              actions={create}
            />
          ) : undefined
        }
      >
        <ul aria-label="Roles" className="divide-y divide-line">
          {roles?.map((role) => (
            <RoleRow key={role.name} tenantId={tenantId} role={role} />
          ))}
        </ul>
      </ListFrame>
      {isCreating ? <RoleDialog tenantId={tenantId} onClose={() => setCreating(false)} /> : null}
    </section>
  )
}

function RoleRow({ tenantId, role }: { tenantId: string; role: Role }) {
  const [dialog, setDialog] = useState<'edit' | 'list' | 'delete'>()
  const close = () => setDialog(undefined)
  const remove = useDeleteRole(tenantId, close)
  const setDefault = useSaveRole(tenantId, role.name, () => undefined)
  return (
    <li className="flex items-center gap-3 py-3">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-label wrap-anywhere">{role.name}</span>
        {role.is_default ? <Badge tone="accent">Given on sign-up</Badge> : null}
      </span>
      <span className="shrink-0 text-text-2 tabular-nums">{membersText(role.members)}</span>
      <Menu
        trigger={
          <IconButton
            label={`More for ${role.name}`}
            icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
          />
        }
      >
        <MenuItem onSelect={() => setDialog('edit')}>Edit</MenuItem>
        <MenuItem onSelect={() => setDialog('list')}>Give to a list (CSV)</MenuItem>
        <MenuItem onSelect={() => setDefault.mutate({ name: role.name, is_default: !role.is_default })}>
          {role.is_default ? 'Stop giving it on sign-up' : 'Give it on sign-up'}
        </MenuItem>
        <MenuLine />
        <MenuItem tone="danger" onSelect={() => setDialog('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {dialog === 'edit' ? <RoleDialog tenantId={tenantId} existing={role} onClose={close} /> : null}
      {dialog === 'list' ? <RoleListDialog tenantId={tenantId} role={role.name} onClose={close} /> : null}
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={(open) => open || close()}
        title={`Delete ${role.name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(role)}
      >
        {role.members > 0
          ? `${membersText(role.members)} lose this role, and what it opens to them.`
          : 'No member has this role.'}{' '}
        This action cannot be undone.
      </ConfirmDialog>
    </li>
  )
}
