import './form-page.css'
import { type FunctionComponent, useEffect, useState } from 'react'
import type { EmbedApi, EmbedPageProps, EmbedUser } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { enterForm } from '../endpoints.ts'
import type { Submitted } from '../endpoints.ts'
import type { FormPageData, FormView } from './data-types.ts'
import { FormPages } from './form-pages.tsx'
import type { SentFormProps } from './sent-form.tsx'
import { StateNote } from './state-note.tsx'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./sample.ts')

/** `/embed/form`: a form that fills a row of one of the tenant's own tables. */
export default function FormPage({ data, embed }: EmbedPageProps<FormPageData>) {
  const { form } = data
  if (data.error || !data.tenant || !form)
    return <Note tone="danger" role="alert" title={texts.errors[data.error ?? 'no_form']} isPage />
  if (data.edit) return <EditPage data={data} form={form} embed={embed} />
  return <OneForm data={data} form={form} embed={embed} />
}

/** What was sent with the link of this address. Its part of the page loads when it is needed. */
function EditPage(props: { data: FormPageData; form: FormView; embed: EmbedApi | undefined }) {
  const [Edit, setEdit] = useState<FunctionComponent<SentFormProps>>()
  const [isLost, setLost] = useState(false)
  const { data, form, embed } = props
  useEffect(() => {
    if (embed)
      import('./sent-form.tsx').then(
        ({ SentForm }) => setEdit(() => SentForm),
        () => setLost(true),
      )
  }, [embed])
  return (
    <section className="form" aria-busy={!Edit && !isLost}>
      <h1>{form.title}</h1>
      {isLost ? (
        <Note tone="danger" role="alert" title={texts.errors.load_failed} />
      ) : Edit && embed ? (
        <Edit data={data} form={form} embed={embed} FormPages={FormPages} />
      ) : null}
    </section>
  )
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
            {sent.edit ? (
              <p>
                <a className="form-link" href={sent.edit} target="_blank" rel="noopener noreferrer">
                  {texts.edit.link}
                </a>
                <br />
                {texts.edit.keep}
              </p>
            ) : null}
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
