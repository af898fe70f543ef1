import { Ellipsis } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { formatDate } from '#kernel/browser/dates.ts'
import { call } from '#studio/data/api.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import * as endpoints from '../endpoints-studio.ts'
import type { StudioTeam } from '../endpoints-studio.ts'
import { takenSeats } from '../endpoints.ts'
import { AddressField } from './address-field.tsx'
import { useChangeTeam } from './use-teams.ts'

/** Only an admin of the team can buy seats, so the owner learns whom to tell. */
const noSeatLeft = (products: readonly { product: string }[]) =>
  `Everyone you invite now joins without a seat for ${both.format(products.map(({ product }) => product))} until an admin of the team buys more.`

const both = new Intl.ListFormat('en', { type: 'conjunction' })

/** Open invitations to a team, and a form that sends one. */
export function TeamInvitations({ tenantId, team }: { tenantId: string; team: StudioTeam }) {
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
          <AddressField
            label="Email"
            hint={taken.length ? noSeatLeft(taken) : undefined}
            value={email}
            onChange={setEmail}
          />
        </div>
        {/* Below the line of the label, beside the input. */}
        <span className="mt-6.5">
          <Button
            type="submit"
            disabledReason={!email.trim() && 'Enter an address first.'}
            busy={change.isPending}
          >
            Invite
          </Button>
        </span>
      </form>
      <ul className="mt-3 divide-y divide-line border-t border-line empty:hidden">
        {team.invited.map(({ id: invitationId, email: to, expires_at }) => (
          <li key={invitationId} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {to}
              <span className="block text-small text-text-2">Valid until {formatDate(expires_at)}</span>
            </span>
            <Menu
              trigger={
                <IconButton
                  label={`More for ${to}`}
                  icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
                />
              }
            >
              <MenuItem
                onSelect={() =>
                  change.mutate((of) => call(endpoints.resendTeamInvitation, { ...of, invitationId }))
                }
              >
                Send again
              </MenuItem>
              <MenuLine />
              <MenuItem
                tone="danger"
                onSelect={() =>
                  change.mutate((of) => call(endpoints.withdrawTeamInvitation, { ...of, invitationId }))
                }
              >
                Withdraw
              </MenuItem>
            </Menu>
          </li>
        ))}
      </ul>
    </section>
  )
}
