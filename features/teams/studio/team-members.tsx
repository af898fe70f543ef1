import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { call } from '#studio/data/api.ts'
import { Badge } from '#ui/base/badge.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import * as endpoints from '../endpoints-studio.ts'
import type { StudioTeam } from '../endpoints-studio.ts'
import { useChangeTeam } from './use-teams.ts'

const nameOf = ({ name, email }: StudioTeam['people'][number]) => name || email

/** The members of a team, whose roles the owner changes. */
export function TeamMembers({ tenantId, team }: { tenantId: string; team: StudioTeam }) {
  const change = useChangeTeam(tenantId, team.id)
  const [removing, setRemoving] = useState<StudioTeam['people'][number]>()
  return (
    <section>
      <h3 className="mb-2 text-small font-label">Members</h3>
      {team.people.length === 0 ? (
        <p className="text-text-2">None yet. The first one who joins is the admin.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {team.people.map((person) => (
            <li key={person.id} className="flex items-center gap-3 py-2">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {nameOf(person)}
                {person.name ? <span className="block text-small text-text-2">{person.email}</span> : null}
              </span>
              {person.role === 'admin' ? <Badge tone="outline">Admin</Badge> : null}
              <Menu
                trigger={
                  <IconButton
                    label={`More for ${nameOf(person)}`}
                    icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
                  />
                }
              >
                <MenuItem
                  onSelect={() =>
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
                </MenuItem>
                <MenuLine />
                <MenuItem tone="danger" onSelect={() => setRemoving(person)}>
                  Remove
                </MenuItem>
              </Menu>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(open) => open || setRemoving(undefined)}
        title={`Remove ${removing ? nameOf(removing) : ''}?`}
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
