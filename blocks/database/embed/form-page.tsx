import './form-page.css'
import { useEffect, useState } from 'react'
import type { EmbedApi, EmbedPageProps, EmbedUser } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { enterForm } from '../endpoints.ts'
import type { Submitted } from '../endpoints.ts'
import type { FormPageData, FormView } from './data-types.ts'
import { FormPages } from './form-pages.tsx'
import { StateNote } from './state-note.tsx'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./sample.ts')

/** `/embed/form`: a form that fills a row of one of the tenant's own tables. */
export default function FormPage({ data, embed }: EmbedPageProps<FormPageData>) {
  const { form } = data
  if (data.error || !data.tenant || !form)
    return <Note tone="danger" role="alert" title={texts.errors[data.error ?? 'no_form']} isPage />
  return <OneForm data={data} form={form} embed={embed} />
}

function OneForm({ data, form, embed }: { data: FormPageData; form: FormView; embed: EmbedApi | undefined }) {
  const [entry, setEntry] = useState(data.entry)
  const [user, setUser] = useState<EmbedUser | null>(null)
  const [sent, setSent] = useState<Submitted>()
  /** Another submission is another form to fill. */
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (!embed) return undefined
    const { session, arrival } = embed
    async function enter(member: EmbedUser | null) {
      if (!member && !session.user && data.entry.state === 'open') return
      const next = await embed!.call(enterForm, { form: form.id }).catch(() => undefined)
      if (next) setEntry(next)
      setUser(member)
    }
    void arrival.then(({ user: member }) => member && enter(member))
    return session.subscribe((member) => void enter(member))
  }, [embed, form.id, data.entry.state])

  async function again() {
    setEntry(await embed!.call(enterForm, { form: form.id }).catch(() => entry))
    setSent(undefined)
    setRound(round + 1)
  }

  function finish(result: Submitted) {
    setSent(result)
    embed!.tell({ type: 'submitted', form: form.id })
    if (form.redirect) embed!.leave(form.redirect)
  }

  return (
    <section className="form">
      <h1>{form.title}</h1>
      {sent ? (
        <div className="form-questions">
          <Note tone="ok" role="alert" title={form.thanks ? undefined : texts.thanks}>
            {form.thanks ? <span className="form-lead">{form.thanks}</span> : null}
            {sent.waits ? <p>{texts.waits}</p> : null}
          </Note>
          <div className="form-buttons">
            <Button onClick={() => void again()}>{texts.another}</Button>
          </div>
        </div>
      ) : entry.state === 'open' ? (
        <>
          {form.text ? <p className="form-lead">{form.text}</p> : null}
          <FormPages
            key={round}
            form={form}
            entry={entry}
            embed={embed}
            prefill={data.prefill}
            user={user}
            onClosed={(state) => setEntry({ state })}
            onSent={finish}
          />
        </>
      ) : (
        <StateNote entry={entry} data={data} embed={embed} />
      )}
    </section>
  )
}
