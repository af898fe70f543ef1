import '#ui/base/card.css'
import '../auth-page.css'
import './team-page.css'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { EmbedApi, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { type MyTeams, readMyTeams } from '#features/teams/endpoints.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { AuthPageData } from '../data-types.ts'
import { SAMPLE_TEAMS } from './sample-teams.ts'
import { teamMessage } from './team-message.ts'
import type { TeamViewProps } from './team-view.tsx'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./team-sample.ts')

/** An open page shows within this time what others changed, for example that a seat was lost. */
const REFRESH_MS = 45_000

/** `/embed/team`: the signed-in member's team with its members, invitations and seats. */
export default function TeamPage({ data, embed }: EmbedPageProps<AuthPageData>) {
  const { signedIn, teams, problem, show, retry, View } = useTeams(data, embed)

  function signIn() {
    if (parent !== window && data.sample === undefined) embed!.tell({ type: 'open', block: 'auth' })
    else void embed!.show('auth')
  }

  const user = embed?.session.user
  return (
    <section
      className="bb-card auth-card team-card"
      aria-live="polite"
      aria-busy={signedIn !== false && !teams && !problem ? true : undefined}
    >
      <h1>{teams?.team?.name ?? texts.title}</h1>
      {problem ? (
        <Note
          tone="danger"
          role="alert"
          action={
            <Button size="small" onClick={retry}>
              {texts.tryAgain}
            </Button>
          }
        >
          {problem}
        </Note>
      ) : null}
      {signedIn === false ? (
        <>
          <p>{texts.signedOut}</p>
          <Button variant="primary" onClick={signIn}>
            {texts.signIn}
          </Button>
        </>
      ) : null}
      {signedIn !== false && !(teams && View) && !problem ? <p>{texts.loading}</p> : null}
      {signedIn && teams && View ? (
        <View embed={embed!} teams={teams} userId={user?.id ?? 'sample'} onChange={show} />
      ) : null}
    </section>
  )
}

/** Follows the session and reads the teams, again while the page is visible. The view loads when there is something to show. */
function useTeams(data: AuthPageData, embed: EmbedApi | undefined) {
  const [signedIn, setSignedIn] = useState<boolean | undefined>(data.restoring ? undefined : false)
  const [teams, setTeams] = useState<MyTeams | null>(null)
  const [problem, setProblem] = useState('')
  const [View, setView] = useState<ComponentType<TeamViewProps> | null>(null)
  // A response that a change has overtaken is dropped.
  const stamp = useRef(0)

  useEffect(() => {
    if (!embed || (data.error && data.error !== 'no_tenant')) return undefined
    const { session, arrival } = embed
    const loadView = () =>
      import('./team-view.tsx').then(
        ({ TeamView }) => setView(() => TeamView),
        (why: unknown) => setProblem(teamMessage(why)),
      )
    if (data.error) {
      // oxlint-disable-next-line react/set-state-in-effect -- the view loads only in a browser
      setTeams(SAMPLE_TEAMS)
      setSignedIn(true)
      void loadView()
      return undefined
    }
    async function read() {
      const at = ++stamp.current
      try {
        const next = await embed!.call(readMyTeams, {})
        if (at !== stamp.current) return
        setTeams(next)
        setProblem('')
      } catch (why) {
        if (at === stamp.current) setProblem(teamMessage(why))
      }
    }
    function follow() {
      setSignedIn(session.user !== null)
      if (session.user) {
        void loadView()
        void read()
      } else {
        stamp.current++
        setTeams(null)
      }
    }
    const again = () => document.visibilityState === 'visible' && session.user && void read()
    if (session.likely() && !session.user) setSignedIn(undefined)
    void arrival.then(follow)
    const timer = setInterval(again, REFRESH_MS)
    document.addEventListener('visibilitychange', again)
    const end = session.subscribe(follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
      end()
    }
  }, [embed, data.error])

  return {
    signedIn,
    teams,
    problem,
    View,
    show: (next: MyTeams) => {
      stamp.current++
      setTeams(next)
    },
    retry: () => {
      setProblem('')
      void embed
        ?.call(readMyTeams, {})
        .then(setTeams)
        .catch((why: unknown) => setProblem(teamMessage(why)))
    },
  }
}
