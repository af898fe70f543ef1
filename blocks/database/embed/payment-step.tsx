import { useEffect, useRef, useState } from 'react'
import { makeAttempts } from '#kernel/browser/attempts.ts'
import { CallError, refusalWords } from '#kernel/browser/call.ts'
import {
  checkoutAddress,
  openCheckout,
  watchCheckoutWindow,
} from '#kernel/browser/checkout/checkout-window.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { moment, money } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { payForm, readFormPayment } from '../endpoints.ts'
import type { FormPayment } from '../endpoints.ts'
import type { FormPageData, FormView } from './data-types.ts'
import { PriceLine } from './price-note.tsx'
import { texts } from './texts/spoken.ts'

export interface PaymentStepProps {
  data: FormPageData
  form: FormView
  embed: EmbedApi
  /** `pay` of what was sent. */
  token: string
  /** The visitor has just come back from the checkout. */
  isBack: boolean
  onPaid: (payment: FormPayment) => void
  /** It was deleted meanwhile. */
  onGone: () => void
}

/** `back`: the visitor came back from the checkout. `left`: its window was closed, or it was opened on an earlier visit. */
type Stage = 'due' | 'opening' | 'open' | 'back' | 'left'

/** Milliseconds between two questions whether it is paid, while the checkout is open and after the visitor came back. */
const OPEN_MS = 4000
const BACK_MS = [1500, 2000, 3000, 5000, 5000, 10_000, 30_000]

/** The last step of a form: what was sent is saved, and the checkout opens beside the host page or in its place. */
export function PaymentStep({ data, form, embed, token, isBack, onPaid, onGone }: PaymentStepProps) {
  const [payment, setPayment] = useState<FormPayment>()
  const [problem, setProblem] = useState('')
  const [stage, setStage] = useState<Stage>(isBack ? 'back' : 'left')
  const [attempt] = useState(makeAttempts)
  const hostPage = useRef(data.parentOrigin ? `${data.parentOrigin}/` : '')
  const heading = useRef<HTMLDivElement>(null)

  useEffect(() => {
    heading.current?.focus()
    void embed.host().then(({ pageUrl }) => (hostPage.current = pageUrl))
  }, [embed])

  useEffect(() => {
    if (stage === 'due' || stage === 'opening') return undefined
    const ended = new AbortController()
    async function follow() {
      const pauses = stage === 'open' ? undefined : [0, ...BACK_MS]
      for (let tries = 0; !ended.signal.aborted; tries++) {
        const pause = pauses ? pauses[tries] : OPEN_MS
        if (pause === undefined) return setStage('due')
        await new Promise((resolve) => setTimeout(resolve, pause))
        if (ended.signal.aborted) return
        const now = await look(stage !== 'open')
        if (ended.signal.aborted || now === 'over') return
        // No checkout is open, so there is nothing to wait for.
        if (now && !now.is_open) return setStage('due')
      }
    }
    void follow()
    return () => ended.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- the rest is the same for each stage
  }, [stage])

  async function look(done: boolean): Promise<FormPayment | 'over' | undefined> {
    try {
      const now = await embed.call(readFormPayment, {
        form: form.id,
        token,
        locale: document.documentElement.lang,
        ...(done && { done: true as const }),
      })
      setPayment(now)
      if (now.state === 'awaiting') return now
      // The next answer has the link to change it.
      if (now.state === 'paid' && !done) return look(true)
      onPaid(now)
      return 'over'
    } catch (error) {
      if (!(error instanceof CallError && error.status === 404)) return undefined
      onGone()
      return 'over'
    }
  }

  async function pay() {
    const { price } = payment!
    setProblem('')
    setStage('opening')
    // Browsers allow popups only inside the click handler, so it opens before the first await.
    const address = checkoutAddress(data.tenant!.public_key, hostPage.current)
    const isFramed = data.parentOrigin !== null && parent !== window
    const opened = isFramed ? openCheckout(address) : undefined
    try {
      const { pageUrl } = await embed.host()
      const input = {
        form: form.id,
        token,
        page_url: opened ? address : pageUrl,
        seen: { price_cents: price!.price_cents, currency: price!.currency },
        locale: document.documentElement.lang,
      }
      const { url } = await attempt(JSON.stringify(input), (idempotencyKey) =>
        embed.call(payForm, input, { idempotencyKey }),
      )
      if (!opened) return embed.leave(url)
      if (!opened.closed) opened.location.replace(url)
      watchCheckoutWindow(opened, setStage)
      setStage('open')
    } catch (error) {
      opened?.close()
      const code = error instanceof CallError ? error.code : ''
      if (code === 'already_paid') return setStage('back')
      if ((await look(false)) === 'over') return
      setStage('due')
      setProblem(
        code === 'price_changed'
          ? texts.payment.changed
          : refusalWords(error, { ...texts.errors, unexpected: texts.payment.away }),
      )
    }
  }

  const price = payment?.price
  return (
    <div className="form-questions" ref={heading} tabIndex={-1} aria-busy={!payment || undefined}>
      <Note tone="info" title={texts.payment.due}>
        {payment ? <p>{texts.payment.until(moment(payment.until))}</p> : null}
      </Note>
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      {price ? (
        <div className="form-price">
          <PriceLine price={price} quantity={price.quantity} />
          {stage === 'open' ? <output>{texts.payment.open}</output> : null}
        </div>
      ) : payment ? (
        <Note tone="warn">{texts.payment.away}</Note>
      ) : null}
      {price ? (
        <div className="form-buttons">
          <Button
            variant="primary"
            busy={stage === 'opening' || stage === 'back'}
            busyLabel={stage === 'opening' ? texts.payment.opening : texts.payment.checking}
            onClick={() => void pay()}
          >
            {texts.payment.pay(money(price.price_cents * price.quantity, price.currency))}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
