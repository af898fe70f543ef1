import { UsersRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import { formatDate } from '#kernel/browser/dates.ts'
import { call } from '#studio/data/api.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
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
import * as endpoints from '../endpoints-studio.ts'
import type { StudioTeam } from '../endpoints-studio.ts'
import { takenSeats } from '../endpoints.ts'
import { useChangeTeam, useDeleteTeam, useTeam } from './use-teams.ts'

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
              ['Team', <CopyableId key="id" id={team.id} label="Copy team ID" />],
            ]}
          />
          <Seats team={team} />
          <Members tenantId={tenantId} team={team} />
          <Invitations tenantId={tenantId} team={team} />
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

function Members({ tenantId, team }: { tenantId: string; team: StudioTeam }) {
  const change = useChangeTeam(tenantId, team.id)
  const [removing, setRemoving] = useState<StudioTeam['people'][number]>()
  return (
    <section>
      <h3 className="mb-2 text-small font-label">Members</h3>
      {team.people.length === 0 ? (
        <p className="text-text-2">None yet. The first one who joins is the admin.</p>
      ) : (
        <ul className="divide-y divide-border">
          {team.people.map((person) => (
            <li key={person.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {person.name || person.email}
                {person.name ? <span className="block text-small text-text-2">{person.email}</span> : null}
              </span>
              {person.role === 'admin' ? <Badge tone="outline">Admin</Badge> : null}
              <Button
                size="small"
                onClick={() =>
                  change.mutate((of) =>
                    call(endpoints.changeTeamMember, {
                      ...of,
                      memberId: person.id,
                      role: person.role === 'admin' ? 'member' : 'admin',
                    }),
                  )
                }
              >
                {person.role === 'admin' ? 'Make member' : 'Make admin'}
              </Button>
              <Button
                size="small"
                tone="danger"
                aria-label={`Remove ${person.name || person.email}`}
                onClick={() => setRemoving(person)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(open) => open || setRemoving(undefined)}
        title={`Remove ${removing?.name || removing?.email}?`}
        confirmLabel="Remove"
        busy={change.isPending}
        busyLabel="Removing..."
        onConfirm={() =>
          change.mutate((of) => call(endpoints.removeTeamMember, { ...of, memberId: removing!.id }), {
            onSettled: () => setRemoving(undefined),
          })
        }
      >
        Access that comes with the team ends at once. What they pay for themselves stays theirs.
      </ConfirmDialog>
    </section>
  )
}

/** Only an admin of the team can buy seats, so the owner learns whom to tell. */
const noSeatLeft = (products: readonly { product: string }[]) =>
  `Everyone you invite now joins without a seat for ${both.format(products.map(({ product }) => product))} until an admin of the team buys more.`

const both = new Intl.ListFormat('en', { type: 'conjunction' })

function Invitations({ tenantId, team }: { tenantId: string; team: StudioTeam }) {
  const change = useChangeTeam(tenantId, team.id)
  const [email, setEmail] = useState('')
  const taken = takenSeats(team.products, team.people.length, team.invited.length)
  function invite(event: FormEvent) {
    event.preventDefault()
    if (change.isPending || !email.trim()) return
    change.mutate((of) => call(endpoints.addToTeam, { ...of, email: email.trim() }), {
      onSuccess: () => setEmail(''),
    })
  }
  return (
    <section>
      <h3 className="mb-2 text-small font-label">Invitations</h3>
      <form className="flex items-start gap-2" onSubmit={invite}>
        <div className="min-w-0 flex-1">
          <Field label="Email" hint={taken.length ? noSeatLeft(taken) : undefined}>
            {(field) => (
              <Input
                {...field}
                type="email"
                value={email}
                maxLength={254}
                autoComplete="off"
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <Button
          type="submit"
          disabledReason={!email.trim() && 'Enter an address first.'}
          busy={change.isPending}
        >
          Invite
        </Button>
      </form>
      <ul className="divide-y divide-border">
        {team.invited.map(({ id: invitationId, email: to, expires_at }) => (
          <li key={invitationId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {to}
              <span className="block text-small text-text-2">Valid until {formatDate(expires_at)}</span>
            </span>
            <Button
              size="small"
              aria-label={`Send again to ${to}`}
              onClick={() =>
                change.mutate((of) => call(endpoints.resendTeamInvitation, { ...of, invitationId }))
              }
            >
              Send again
            </Button>
            <Button
              size="small"
              tone="danger"
              aria-label={`Withdraw the invitation to ${to}`}
              onClick={() =>
                change.mutate((of) => call(endpoints.withdrawTeamInvitation, { ...of, invitationId }))
              }
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
