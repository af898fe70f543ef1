import '#ui/base/native-select.css'
import { useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { number } from '#kernel/browser/local.ts'
import * as endpoints from '#features/teams/endpoints.ts'
import type { MyTeams } from '#features/teams/endpoints.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Note } from '#ui/base/note.tsx'
import { NameForm } from './name-form.tsx'
import { TeamInvitations } from './team-invitations.tsx'
import { TeamMembers } from './team-members.tsx'
import { teamMessage } from './team-message.ts'
import { TeamSeats } from './team-seats.tsx'
import { texts } from './texts/spoken.ts'

export interface TeamViewProps {
  embed: EmbedApi
  teams: MyTeams
  userId: string
  onChange: (teams: MyTeams) => void
}

/** Runs a call that returns the teams as they are now. Resolves to whether it succeeded. */
export type Act = (what: string, call: () => Promise<MyTeams>) => Promise<boolean>

export interface PartProps extends TeamViewProps {
  /** What is being done now: its buttons are busy, and the others wait. */
  busy: string
  act: Act
}

/** The active team, and everything that the member may do with it. */
export function TeamView(props: TeamViewProps) {
  const { embed, teams, onChange } = props
  const { team } = teams
  const [busy, setBusy] = useState('')
  const [problem, setProblem] = useState('')
  const [isNew, setIsNew] = useState(false)
  const isAdmin = teams.teams.some(({ active, role }) => active && role === 'admin')

  const act: Act = async (what, call) => {
    if (busy) return false
    setBusy(what)
    setProblem('')
    try {
      onChange(await call())
      return true
    } catch (why) {
      setProblem(teamMessage(why))
      return false
    } finally {
      setBusy('')
    }
  }
  const part = { ...props, busy, act }
  const create = async (name: string) => {
    const made = await act('create', () => embed.call(endpoints.createMyTeam, { name }))
    if (made) setIsNew(false)
  }

  return (
    <>
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      {teams.teams.length > 1 || (teams.teams.length > 0 && !team) ? (
        <Field label={team ? texts.switch : texts.choose}>
          {(control) => (
            <select
              {...control}
              className="bb-input"
              value={team?.id ?? ''}
              onChange={(event) => {
                const teamId = event.currentTarget.value
                void act('switch', () => embed.call(endpoints.changeMyTeam, { teamId, active: true }))
              }}
            >
              {team ? null : <option value="">{texts.choose}</option>}
              {teams.teams.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
      {teams.teams.length === 0 ? (
        <p>
          {texts.none} {teams.may_create ? '' : texts.noneText}
        </p>
      ) : null}
      {team ? (
        <>
          <TeamMembers {...part} team={team} isAdmin={isAdmin} />
          {isAdmin ? <TeamInvitations {...part} team={team} /> : null}
          <TeamSeats {...part} team={team} isAdmin={isAdmin} />
        </>
      ) : null}
      {!team && teams.free_seats.length
        ? teams.free_seats.map(({ order_id, product, seats }) => (
            <p key={order_id}>{texts.free(product, number(seats))}</p>
          ))
        : null}
      {teams.may_create && (isNew || teams.teams.length === 0) ? (
        <NameForm label={texts.name} button={texts.create} busy={busy === 'create'} onSubmit={create} />
      ) : null}
      {teams.may_create && teams.teams.length > 0 && !isNew ? (
        <Button variant="ghost" size="small" onClick={() => setIsNew(true)}>
          {texts.other}
        </Button>
      ) : null}
    </>
  )
}
