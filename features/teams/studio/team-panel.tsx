import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import { formatDate } from '#kernel/browser/dates.ts'
import { Button } from '#ui/button.tsx'
import { CopyableId } from '#ui/code/copyable-id.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import type { RowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Notice } from '#ui/notice.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import type { StudioTeam } from '../endpoints-studio.ts'
import { TeamInvitations } from './team-invitations.tsx'
import { TeamMembers } from './team-members.tsx'
import { useDeleteTeam, useTeam } from './use-teams.ts'

export interface TeamPanelProps {
  tenantId: string
  teamId: string
  onClose: () => void
  steps: RowSteps
}

/** One team: members, invitations, seats, and what the owner may do with them. */
export default function TeamPanel({ tenantId, teamId, onClose, steps }: TeamPanelProps) {
  const { data: team, error, isFetching, refetch } = useTeam(tenantId, teamId)
  const [isDeleting, setIsDeleting] = useState(false)
  const remove = useDeleteTeam(tenantId, onClose)
  return (
    <SidePanel
      {...steps}
      onClose={onClose}
      title={<span className="wrap-anywhere">{team?.name ?? 'Team'}</span>}
      footer={
        team ? (
          <Button tone="danger" onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        ) : undefined
      }
    >
      {team ? (
        <div className="flex flex-col gap-7">
          <Facts
            rows={[
              ['Created', formatDate(team.created_at)],
              ['Team ID', <CopyableId key="id" id={team.id} label="Copy team ID" />],
            ]}
          />
          <Seats team={team} />
          <TeamMembers tenantId={tenantId} team={team} />
          <TeamInvitations tenantId={tenantId} team={team} />
          <ConfirmDialog
            open={isDeleting}
            onOpenChange={setIsDeleting}
            title={`Delete ${team.name}?`}
            confirmLabel="Delete"
            busy={remove.isPending}
            busyLabel="Deleting..."
            onConfirm={() => remove.mutate(team.id)}
          >
            Its members lose the access that comes with it. Their accounts stay, and so do subscriptions:
            cancel those under Payments.
          </ConfirmDialog>
        </div>
      ) : error instanceof CallError && error.status < 500 && error.status > 0 ? (
        <EmptyState
          icon={<UsersRound size={22} strokeWidth={1.75} aria-hidden />}
          title="Team not found"
          text="This tenant has no such team. It may have been deleted."
          actions={<Button onClick={onClose}>Back to the list</Button>}
        />
      ) : error ? (
        <FailedRow message="The team could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton rows={7} />
      )}
    </SidePanel>
  )
}

function Seats({ team }: { team: StudioTeam }) {
  if (team.products.length === 0) return null
  return (
    <section>
      <h3 className="mb-2 text-small font-label">Seats</h3>
      {team.products.map(({ product_id, product, seats, without }) => (
        <div key={product_id} className="mb-2">
          <p>
            {product}: {team.people.length - without.length} of {seats} in use
          </p>
          {without.length ? (
            <Notice tone="warn">
              {without.length === 1 ? 'One member has' : `${without.length} members have`} no seat. Those who
              joined last have none, until more are bought.
            </Notice>
          ) : null}
        </div>
      ))}
    </section>
  )
}
