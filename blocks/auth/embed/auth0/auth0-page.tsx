import '#ui/base/card.css'
import '../auth-page.css'
import { useEffect, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { askFrame } from '#kernel/browser/opener.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { Auth0PageData } from '../data-types.ts'
import { withSession } from '../with-session.ts'
import { Problem } from '../problem.tsx'
import { texts } from '../texts/spoken.ts'
import type { WindowMessage } from '../window.ts'
import type { Auth0Login, ReturnContext } from './auth0-client.ts'
import { rememberExternalUser } from './external-user.ts'
import { toAuth0Error, auth0ErrorMessage } from './auth0-error.ts'

export { language } from '../texts/spoken.ts'

/** Keys in the window's session storage. */
const TOKEN = 'bb:auth0-token'
const PLACE = 'bb:auth0-place'

/**
 * `/embed/auth0`: goes to the tenant's Auth0 and processes its redirect, which arrives at the address of the
 * embedded sign-in (the one registered there). A window opened by the frame hands the ID token over and
 * closes. A page that was not opened by a frame signs in itself and returns to the site with a one-time code.
 * Signing out works the same way.
 */
export default function Auth0Page({ data, embed }: EmbedPageProps<Auth0PageData>) {
  const [problem, setProblem] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const [site, setSite] = useState(data.site)

  useEffect(() => {
    if (!embed || data.error) return
    const steps = { begin, back, finish, leave, left: signedOut }
    steps[data.step](data, embed)
      .then((place) => {
        setSite((now) => place?.site ?? now)
        return setLeft(data.step === 'left')
      })
      .catch(async (why: unknown) => {
        const { code } = toAuth0Error(why)
        const message = auth0ErrorMessage(why)
        if (await askFrame({ bb: 'failed', code, words: message } satisfies WindowMessage)) return close()
        setSite((now) => storedPlace()?.site ?? now)
        setProblem(message)
      })
  }, [embed, data])

  if (data.error || !data.tenant) return <Problem error={data.error} />
  const copy = texts.handBack
  const leaving = data.step === 'leave' || data.step === 'left'
  const isFinal = problem !== null || left
  const title = problem === null ? (leaving ? texts.signedIn.signOut : copy.title) : copy.failed
  return (
    <section className="bb-card auth-card" aria-live="polite" aria-busy={!isFinal || undefined}>
      <h1>{title}</h1>
      {problem ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {problem}
        </Note>
      ) : null}
      {isFinal ? null : (
        <p>{data.step === 'begin' ? copy.to('Auth0') : leaving ? texts.signedIn.signingOut : copy.busy}</p>
      )}
      {left ? <p>{texts.success.signedOut}</p> : null}
      {isFinal && site ? (
        <a {...buttonStyle({ variant: 'primary', wide: true })} href={site.url}>
          {texts.backTo(site.name)}
        </a>
      ) : isFinal ? (
        <p>{copy.closeHint}</p>
      ) : null}
    </section>
  )
}

type Step = (data: Auth0PageData, embed: EmbedApi) => Promise<ReturnContext | undefined>

/** Loaded on demand: the library is large, and frames do not need it. */
const library = () => import('./auth0-client.ts')

/** Requests the tenant's Auth0 settings and a nonce for the sign-in that starts here. */
const startLogin = ({ session }: EmbedApi) => session.ask<Auth0Login>('POST', '/auth0/logins')

const begin: Step = async ({ tenant, site, authorizationId }, embed) => {
  const place = { site, authorizationId }
  sessionStorage.setItem(PLACE, JSON.stringify(place))
  const [login, { redirectToAuth0 }] = await Promise.all([startLogin(embed), library()])
  await redirectToAuth0(login, tenant!.public_key, place)
  return place
}

const back: Step = async ({ tenant, application }, embed) => {
  const address = location.href
  const publicKey = tenant!.public_key
  // Keep the code out of reloads and the window's history.
  history.replaceState(null, '', `/embed/auth0?${new URLSearchParams({ tenant: publicKey, step: 'finish' })}`)
  if (!application) throw new CallError(0, 'auth0_not_configured', '')
  const { redeemAuth0Response } = await library()
  const { idToken, place } = await redeemAuth0Response(application, publicKey, address)
  if (await askFrame({ bb: 'handed', result: { id_token: idToken } } satisfies WindowMessage)) {
    close()
    return place
  }
  if (!place?.site) {
    // No site to hand the session to: this page reloads and keeps it.
    sessionStorage.setItem(TOKEN, idToken)
    location.reload()
    return place
  }
  await enter(embed, idToken)
  location.replace(withSession(place.site.url, await embed.session.oneTimeCode()))
  return place
}

const finish: Step = async ({ tenant }, embed) => {
  const idToken = sessionStorage.getItem(TOKEN) ?? ''
  sessionStorage.removeItem(TOKEN)
  const place = storedPlace()
  await enter(embed, idToken)
  const query = new URLSearchParams({ tenant: tenant!.public_key })
  if (place?.authorizationId) query.set('authorization_id', place.authorizationId)
  location.replace(place?.authorizationId ? `/embed/consent?${query}` : `/embed/success?${query}`)
  return place
}

const leave: Step = async ({ tenant, site, application }) => {
  if (!application) throw new CallError(0, 'auth0_not_configured', '')
  sessionStorage.setItem(PLACE, JSON.stringify({ site, authorizationId: null }))
  await (await library()).signOutAtAuth0(application, tenant!.public_key)
  return undefined
}

/**
 * Returns from signing out. A window opened by a frame closes; a page that went itself goes back to the site.
 */
const signedOut: Step = async () => {
  const place = storedPlace()
  if (opener) close()
  else if (place?.site) location.replace(place.site.url)
  return place
}

async function enter({ session }: EmbedApi, idToken: string): Promise<void> {
  const { told } = await session.enter('/token?grant_type=auth0', { id_token: idToken })
  rememberExternalUser(told)
}

/** Where the visitor came from. Only this window writes it, with the site that the server resolved. */
function storedPlace(): ReturnContext | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? '') as ReturnContext
  } catch {
    return undefined
  }
}
