import './form-page.css'
import { type FunctionComponent, useEffect, useState } from 'react'
import type { EmbedApi, EmbedPageProps, EmbedUser } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { enterForm } from '../endpoints.ts'
import type { Submitted } from '../endpoints.ts'
import type { FormPageData, FormView } from './data-types.ts'
import { FormPages } from './form-pages.tsx'
import type { PaymentStepProps } from './payment-step.tsx'
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

/** The last step of a form that is paid for. It loads when it is needed. */
function Payment(props: PaymentStepProps) {
  const [Step, setStep] = useState<FunctionComponent<PaymentStepProps>>()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    import('./payment-step.tsx').then(
      ({ PaymentStep }) => setStep(() => PaymentStep),
      () => setLost(true),
    )
  }, [])
  if (isLost) return <Note tone="danger" role="alert" title={texts.errors.load_failed} />
  return Step ? <Step {...props} /> : null
}

function OneForm({ data, form, embed }: { data: FormPageData; form: FormView; embed: EmbedApi | undefined }) {
  const [entry, setEntry] = useState(data.entry)
  const [user, setUser] = useState<EmbedUser | null>(null)
  const [sent, setSent] = useState<Submitted>()
  /** The secret of what was sent and is not paid yet, also on an earlier visit. */
  const [due, setDue] = useState<{ token: string; isBack: boolean }>()
  const [isGone, setIsGone] = useState(false)
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

  useEffect(() => {
    const token = embed?.keep.get(`due-${form.id}`)
    // The code leaves the address of the host page; the secret says more.
    if (token) void embed!.takeCode('order').then((code) => setDue({ token, isBack: code !== undefined }))
  }, [embed, form.id])

  function pay(token: string | null) {
    embed!.keep.set(`due-${form.id}`, token)
    setDue(token === null ? undefined : { token, isBack: false })
  }

  async function again() {
    setEntry(await embed!.call(enterForm, { form: form.id }).catch(() => entry))
    setSent(undefined)
    setRound(round + 1)
  }

  function finish(result: Submitted) {
    if (result.pay) return pay(result.pay)
    setSent(result)
    embed!.tell({ type: 'submitted', form: form.id })
    if (form.redirect) embed!.leave(form.redirect)
  }

  return (
    <section className="form">
      <h1>{form.title}</h1>
      {due ? (
        <Payment
          {...{ data, form, ...due }}
          embed={embed!}
          onPaid={({ price, waits, edit }) => {
            pay(null)
            if (price)
              embed!.tell({
                type: 'purchase',
                item: price.name,
                amount: price.price_cents * price.quantity,
                currency: price.currency,
              })
            finish({ id: '', ...(waits && { waits }), ...(edit && { edit }) })
          }}
          onGone={() => {
            pay(null)
            setIsGone(true)
          }}
        />
      ) : sent ? (
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
          {isGone ? <Note tone="warn" role="alert" title={texts.payment.gone} /> : null}
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
