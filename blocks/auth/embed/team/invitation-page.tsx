import '#ui/base/card.css'
import '../auth-page.css'
import './team-page.css'
import { type MouseEvent, useEffect, useState } from 'react'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { acceptTeamInvitation, readTeamInvitation } from '#features/teams/endpoints.ts'
import { Button, buttonStyle } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import AuthPage from '../auth-page.tsx'
import type { InvitationPageData } from '../data-types.ts'
import { Problem } from '../problem.tsx'
import { withSession } from '../with-session.ts'
import { teamMessage } from './team-message.ts'
import { texts } from './texts/spoken.ts'

export { language } from './language.ts'

/** A code older than this is replaced when clicked, because codes expire soon. */
const FRESH_MS = 30_000

/**
 * `/embed/invitation`: the page behind the link in an invitation to a team. Visitors sign in first; only the button
 * accepts, because mail scanners follow links but do not press buttons.
 */
export default function InvitationPage({ data, embed }: EmbedPageProps<InvitationPageData>) {
  const [user, setUser] = useState(embed?.session.user ?? null)
  const [alone, setAlone] = useState(!data.restoring)
  const [team, setTeam] = useState('')
  const [state, setState] = useState<'asked' | 'busy' | 'done' | 'over'>('asked')
  const [problem, setProblem] = useState('')
  const [code, setCode] = useState({ code: '', at: 0 })

  useEffect(() => {
    if (!embed || data.error) return undefined
    async function arrive() {
      const { user: arrived } = await embed!.arrival
      setUser(arrived)
      setAlone(true)
    }
    void arrive()
    embed.call(readTeamInvitation, { secret: data.secret }).then(
      (invitation) => setTeam(invitation.team),
      (why: unknown) => {
        setState('over')
        setProblem(teamMessage(why))
      },
    )
    // Signing out, here or in another tab, ends the decision. Sign-in is reported by AuthPage.
    return embed.session.subscribe((now) => setUser((at) => at && now))
  }, [embed, data.error, data.secret])

  if (data.error || !data.tenant) return <Problem error={data.error} />
  const { site, tenant } = data

  async function handOver(): Promise<string> {
    if (!site || !embed!.session.user) return ''
    const made = await embed!.session.oneTimeCode()
    setCode({ code: made, at: Date.now() })
    return made
  }
  async function accept() {
    setState('busy')
    setProblem('')
    try {
      await embed!.call(acceptTeamInvitation, { secret: data.secret })
      await handOver().catch(() => '')
      setState('done')
    } catch (why) {
      setProblem(teamMessage(why))
      setState('asked')
    }
  }
  async function goBack(event: MouseEvent) {
    if (Date.now() - code.at < FRESH_MS) return
    event.preventDefault()
    // Without a code they have to sign in on the site again, but the link must still work.
    location.assign(withSession(site!.url, await handOver().catch(() => '')))
  }

  if (!user && state !== 'over')
    return (
      <>
        {alone ? (
          <p className="auth-lead">
            {team ? texts.invitedTo(team, tenant.name) : texts.join} {texts.lead}
          </p>
        ) : null}
        <AuthPage data={data} embed={embed} onSignedIn={() => setUser(embed!.session.user)} />
      </>
    )
  return (
    <section className="bb-card auth-card" aria-live="polite">
      <h1>{state === 'done' ? texts.joined : team || texts.join}</h1>
      {state === 'done' ? <p>{texts.joinedText}</p> : null}
      {state !== 'done' && team ? <p>{texts.invitedTo(team, tenant.name)}</p> : null}
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      {user && state !== 'done' && state !== 'over' ? (
        <>
          <p>{texts.signedInAs(user.email ?? user.name ?? '')}</p>
          <Button variant="primary" wide busy={state === 'busy'} busyLabel={texts.accepting} onClick={accept}>
            {texts.accept}
          </Button>
          <Button variant="ghost" onClick={() => void embed!.session.signOut().catch(() => undefined)}>
            {texts.decline}
          </Button>
        </>
      ) : null}
      {site && (state === 'done' || state === 'over') ? (
        <a
          {...buttonStyle({ variant: 'primary', wide: true })}
          href={withSession(site.url, code.code)}
          onClick={goBack}
        >
          {texts.back(site.name)}
        </a>
      ) : null}
    </section>
  )
}
