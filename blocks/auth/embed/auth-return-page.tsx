import '#ui/base/card.css'
import './auth-page.css'
import { useEffect, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { buttonLook } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { ReturnPageData } from './data-types.ts'
import { errorWords } from './error-words.ts'
import { withSession } from './hand-over.ts'
import { askFrame } from './opener.ts'
import { challengeOf, newVerifier } from './pkce.ts'
import { Problem } from './problem.tsx'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'

/** Name of the verifier in this window's own storage, which lives as long as the window. */
const KEPT = 'bb:verifier'

/**
 * `/embed/auth-return`: goes to a provider and takes what comes back. Opened in a window by the frame, it hands the
 * code back and closes; on its own it redeems the code here and leads back to the site with a one-time code.
 */
export default function AuthReturnPage({ data, embed }: EmbedPageProps<ReturnPageData>) {
  const [problem, setProblem] = useState('')
  const { provider, site, tenant } = data

  useEffect(() => {
    if (!embed || !tenant || data.error) return
    const asked = new URLSearchParams(location.search)
    const { public_key: publicKey } = tenant

    async function begin(): Promise<void> {
      const verifier = newVerifier()
      sessionStorage.setItem(KEPT, verifier)
      const back = new URL(location.href)
      back.searchParams.delete('provider')
      const query = new URLSearchParams({
        provider: provider!.id,
        apikey: publicKey,
        redirect_to: back.href,
        code_challenge: await challengeOf(verifier),
        code_challenge_method: 's256',
      })
      location.replace(`${data.apiUrl}/auth/v1/authorize?${query}`)
    }

    async function finish(): Promise<void> {
      const code = asked.get('code')
      const verifier = sessionStorage.getItem(KEPT) ?? ''
      sessionStorage.removeItem(KEPT)
      // Neither reloads nor the history of this window meet the code again.
      for (const name of ['code', 'error', 'error_code', 'error_description']) asked.delete(name)
      const told = new URLSearchParams(location.search)
      history.replaceState(null, '', `${location.pathname}?${asked}`)
      if (!code || !verifier) throw refusal(told)
      const result = { auth_code: code, code_verifier: verifier }
      if (await askFrame({ bb: 'handed', result })) return close()
      await embed!.session.enter('/token?grant_type=pkce', result)
      if (site) location.replace(withSession(site.url, await embed!.session.oneTimeCode()))
      else location.replace(`/embed/auth?tenant=${publicKey}`)
    }

    async function run(): Promise<void> {
      try {
        await (provider ? begin() : finish())
      } catch (why) {
        const words = errorWords(why)
        const code = why instanceof CallError ? why.code : ''
        if (await askFrame({ bb: 'failed', code, words })) close()
        else setProblem(words)
      }
    }
    void run()
    // One window, one run: what it does stands in the address it was opened with.
  }, [])

  if (data.error || !tenant) return <Problem error={data.error} />
  const words = texts.handBack
  return (
    <section className="bb-card auth-card" aria-live="polite" aria-busy={!problem || undefined}>
      <h1>{problem ? words.failed : words.title}</h1>
      {problem ? (
        <Note tone="danger" title={texts.errors.title} role="alert">
          {problem}
        </Note>
      ) : (
        <p>{provider ? words.to(provider.name) : words.busy}</p>
      )}
      {problem && site ? (
        <a {...buttonLook({ variant: 'primary', wide: true })} href={site.url}>
          {texts.backTo(site.name)}
        </a>
      ) : problem ? (
        <p>{words.closeHint}</p>
      ) : null}
    </section>
  )
}

/** What the provider, or our own callback, says instead of a code. */
function refusal(told: URLSearchParams): CallError {
  const code = told.get('error_code') ?? told.get('error') ?? ''
  return new CallError(400, code || 'bad_oauth_state', told.get('error_description') ?? '')
}
