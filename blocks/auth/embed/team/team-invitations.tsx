import { useState } from 'react'
import { day, isolated, list } from '#kernel/browser/local.ts'
import * as endpoints from '#features/teams/endpoints.ts'
import { type TeamDetail, takenSeats } from '#features/teams/endpoints.ts'
import { Button } from '#ui/base/button.tsx'
import { NameForm } from './name-form.tsx'
import { focusSeats } from './team-seats.tsx'
import type { PartProps } from './team-view.tsx'
import { texts } from './texts/spoken.ts'

/**
 * Invites by email; open invitations are sent again or withdrawn. For admins. Who invites more people than there are seats reads it
 * before, with the way to more seats.
 */
export function TeamInvitations({ embed, teams, team, busy, act }: PartProps & { team: TeamDetail }) {
  const [sent, setSent] = useState('')
  const { id: teamId } = team
  const taken = takenSeats(team.seats, team.members.length, team.invitations.length)
  const own = taken.find(({ own_order_id }) => own_order_id !== null)

  async function invite(email: string) {
    const { pageUrl } = await embed.host()
    const { lang: locale } = document.documentElement
    await act('invite', () =>
      embed.call(endpoints.inviteToMyTeam, {
        teamId,
        email,
        ...(pageUrl ? { page_url: pageUrl } : {}),
        locale,
      }),
    )
  }

  return (
    <section className="team-part">
      <h2>{texts.invitations}</h2>
      <NameForm
        label={texts.email}
        button={texts.invite}
        type="email"
        busy={busy === 'invite'}
        busyLabel={texts.inviting}
        hint={
          taken.length ? texts.noSeatLeft(list(taken.map(({ product }) => isolated(product)))) : undefined
        }
        onSubmit={invite}
      />
      {own || (taken.length && teams.sells_seats) ? (
        <div className="team-acts">
          <Button
            size="small"
            onClick={() => {
              if (own) focusSeats(own.product_id)
              else embed.tell({ type: 'open', block: 'pay' })
            }}
          >
            {own ? texts.change : texts.buy}
          </Button>
        </div>
      ) : null}
      <ul className="team-list">
        {team.invitations.map(({ id: invitationId, email, expires_at }) => (
          <li key={invitationId} className="team-row">
            <span className="team-who">
              <bdi>{email}</bdi>
              <small>{texts.until(day(expires_at))}</small>
            </span>
            <span className="team-acts">
              <Button
                variant="ghost"
                size="small"
                busy={busy === `resend ${invitationId}`}
                aria-label={`${texts.resend}: ${email}`}
                onClick={async () => {
                  const done = await act(`resend ${invitationId}`, () =>
                    embed.call(endpoints.resendMyTeamInvitation, { teamId, invitationId }),
                  )
                  if (done) setSent(invitationId)
                }}
              >
                {sent === invitationId ? texts.sent : texts.resend}
              </Button>
              <Button
                variant="ghost"
                size="small"
                tone="danger"
                busy={busy === `withdraw ${invitationId}`}
                aria-label={`${texts.withdraw}: ${email}`}
                onClick={() =>
                  void act(`withdraw ${invitationId}`, () =>
                    embed.call(endpoints.withdrawMyTeamInvitation, { teamId, invitationId }),
                  )
                }
              >
                {texts.withdraw}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
