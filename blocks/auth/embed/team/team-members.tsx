import { useState } from 'react'
import * as endpoints from '#features/teams/endpoints.ts'
import type { TeamDetail, TeamMember, TeamRole } from '#features/teams/endpoints.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import { NameForm } from './name-form.tsx'
import { SureButton } from './sure-button.tsx'
import type { PartProps } from './team-view.tsx'
import { texts } from './texts/spoken.ts'

const nameOf = ({ name, email }: TeamMember) => name || email

/** Who is in the team. Admins change roles and remove members; everyone may leave. */
export function TeamMembers({
  embed,
  team,
  userId,
  isAdmin,
  busy,
  act,
}: PartProps & { team: TeamDetail; isAdmin: boolean }) {
  const [isManaging, setIsManaging] = useState(false)
  const { id: teamId } = team
  const setRole = (memberId: string, role: TeamRole, transfer?: true) =>
    act(`role ${memberId}`, () =>
      embed.call(endpoints.changeMyTeamMember, { teamId, memberId, role, ...(transfer ? { transfer } : {}) }),
    )
  const remove = (memberId: string) =>
    act(`remove ${memberId}`, () => embed.call(endpoints.removeMyTeamMember, { teamId, memberId }))

  return (
    <section className="team-part">
      <h2>{texts.members}</h2>
      <ul className="team-list">
        {team.members.map((member) => (
          <li key={member.id} className="team-row">
            <span className="team-who">
              <bdi>{nameOf(member)}</bdi> {member.id === userId ? `(${texts.you})` : ''}
              {member.name ? (
                <small>
                  <bdi>{member.email}</bdi>
                </small>
              ) : null}
            </span>
            {member.role === 'admin' ? <Badge tone="outline">{texts.admin}</Badge> : null}
            {isManaging && member.id !== userId ? (
              <span className="team-acts">
                <Button
                  variant="ghost"
                  size="small"
                  busy={busy === `role ${member.id}`}
                  onClick={() => setRole(member.id, member.role === 'admin' ? 'member' : 'admin')}
                >
                  {member.role === 'admin' ? texts.makeMember : texts.makeAdmin}
                </Button>
                {member.role === 'member' ? (
                  <SureButton
                    label={texts.transfer}
                    question={texts.confirmTransfer(nameOf(member))}
                    busy={busy === `role ${member.id}`}
                    danger={false}
                    onConfirm={() => void setRole(member.id, 'admin', true)}
                  />
                ) : null}
                <SureButton
                  label={texts.remove}
                  name={`${texts.remove}: ${nameOf(member)}`}
                  question={texts.confirmRemove(nameOf(member))}
                  busy={busy === `remove ${member.id}`}
                  onConfirm={() => void remove(member.id)}
                />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {isManaging ? (
        <NameForm
          key={team.name}
          label={texts.name}
          button={texts.rename}
          value={team.name}
          busy={busy === 'rename'}
          busyLabel={texts.working}
          onSubmit={async (name) => {
            await act('rename', () => embed.call(endpoints.changeMyTeam, { teamId, name }))
          }}
        />
      ) : null}
      <div className="team-acts">
        {isAdmin ? (
          <Button
            variant="ghost"
            size="small"
            aria-expanded={isManaging}
            onClick={() => setIsManaging(!isManaging)}
          >
            {texts.manage}
          </Button>
        ) : null}
        <SureButton
          label={texts.leave}
          question={texts.confirmLeave(team.name)}
          busy={busy === `remove ${userId}`}
          onConfirm={() => void remove(userId)}
        />
        {isManaging ? (
          <SureButton
            label={texts.delete}
            question={texts.confirmDelete(team.name)}
            busy={busy === 'delete'}
            onConfirm={() => void act('delete', () => embed.call(endpoints.deleteMyTeam, { teamId }))}
          />
        ) : null}
      </div>
    </section>
  )
}
