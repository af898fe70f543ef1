import '#ui/base/card.css'
import './auth-page.css'
import { useEffect, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { askFrame } from '#kernel/browser/opener.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { ProviderChoice, ReturnPageData } from './data-types.ts'
import { errorMessage } from './error-message.ts'
import { withSession } from './with-session.ts'
import { challengeOf, newVerifier } from './pkce.ts'
import { Problem } from './problem.tsx'
import { clearProviderResponse, refusal } from './provider-response.ts'
import { texts } from './texts/spoken.ts'
import type { WindowMessage } from './window.ts'

export { language } from './texts/spoken.ts'

/** Key of the PKCE verifier in the window's session storage. */
const VERIFIER_KEY = 'bb:verifier'

/**
 * `/embed/auth-return`: goes to a provider and receives its response. A window opened by the frame hands the
 * code back and closes. A page that was not opened by a frame redeems the code itself and returns to the site
 * with a one-time code.
 */
export default function AuthReturnPage({ data, embed }: EmbedPageProps<ReturnPageData>) {
  const [problem, setProblem] = useState('')
  const { provider, site, tenant } = data

  useEffect(() => {
    if (!embed || data.error) return
    const run = data.provider ? begin(data, data.provider) : finish(data, embed)
    run.catch(async (why: unknown) => {
      const message = errorMessage(why)
      const code = why instanceof CallError ? why.code : ''
      if (await askFrame({ bb: 'failed', code, words: message } satisfies WindowMessage)) close()
      else setProblem(message)
    })
  }, [embed, data])

  if (data.error || !tenant) return <Problem error={data.error} />
  const copy = texts.handBack
  return (
    <section className="bb-card auth-card" aria-live="polite" aria-busy={!problem || undefined}>
      <h1>{problem ? copy.failed : copy.title}</h1>
      {problem ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {problem}
        </Note>
      ) : (
        <p>{provider ? copy.to(provider.name) : copy.busy}</p>
      )}
      {problem && site ? (
        <a {...buttonStyle({ variant: 'primary', wide: true })} href={site.url}>
          {texts.backTo(site.name)}
        </a>
      ) : problem ? (
        <p>{copy.closeHint}</p>
      ) : null}
    </section>
  )
}

/** Stores a PKCE verifier in this window and goes to the provider with its hash. */
async function begin({ tenant, apiUrl }: ReturnPageData, provider: ProviderChoice): Promise<void> {
  const verifier = newVerifier()
  sessionStorage.setItem(VERIFIER_KEY, verifier)
  const back = new URL(location.href)
  back.searchParams.delete('provider')
  const query = new URLSearchParams({
    provider: provider.id,
    apikey: tenant!.public_key,
    redirect_to: back.href,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 's256',
  })
  location.replace(`${apiUrl}/auth/v1/authorize?${query}`)
}

/**
 * Hands the provider's response to the waiting frame, else returns to the site. @throws {CallError} when the
 * provider refused
 */
async function finish(
  { tenant, site, authorizationId }: ReturnPageData,
  { session }: EmbedApi,
): Promise<void> {
  const params = new URLSearchParams(location.search)
  const verifier = sessionStorage.getItem(VERIFIER_KEY) ?? ''
  sessionStorage.removeItem(VERIFIER_KEY)
  // Keep the code out of reloads and the window's history.
  clearProviderResponse()
  const code = params.get('code')
  if (!code || !verifier) throw refusal(params)
  const result = { auth_code: code, code_verifier: verifier }
  if (await askFrame({ bb: 'handed', result } satisfies WindowMessage)) return close()
  await session.enter('/token?grant_type=pkce', result)
  location.replace(
    site
      ? withSession(site.url, await session.oneTimeCode())
      : authorizationId
        ? `/embed/consent?${new URLSearchParams({ tenant: tenant!.public_key, authorization_id: authorizationId })}`
        : `/embed/auth?${new URLSearchParams({ tenant: tenant!.public_key })}`,
  )
}
