import { type FormEvent, useState } from 'react'
import { money } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import type { Cart, Holder, Question } from '#blocks/tickets/endpoints.ts'
import { holdersOf, missingAnswers, type Seat, seatsOf, type TypedHolder } from './holders.ts'
import { texts } from './texts/spoken.ts'

export interface BuyerFormProps {
  cart: Cart
  /** The member's address. */
  email: string
  busy: boolean
  onBuy: (buyer: { email: string; holders: Holder[] }) => void
  /** Absent while a checkout is open, which has taken the seats. */
  onChange?: () => void
}

const EMPTY: TypedHolder = { name: '', answers: {} }

/** Who gets the tickets: one address, and a name and answers for each ticket. */
export function BuyerForm({ cart, email: own, busy, onBuy, onChange }: BuyerFormProps) {
  const [email, setEmail] = useState(own)
  const [typed, setTyped] = useState<Record<string, TypedHolder>>({})
  const [missing, setMissing] = useState<readonly string[]>([])
  const seats = seatsOf(cart)

  function change(key: string, next: (holder: TypedHolder) => TypedHolder) {
    setTyped((all) => ({ ...all, [key]: next(all[key] ?? EMPTY) }))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const gaps = missingAnswers(seats, typed)
    setMissing(gaps)
    if (gaps.length === 0) return onBuy({ email: email.trim(), holders: holdersOf(seats, typed) })
    event.currentTarget.querySelector<HTMLElement>(`[data-gap="${CSS.escape(gaps[0]!)}"]`)?.focus()
    return undefined
  }

  return (
    <form className="tk-buyer" onSubmit={submit}>
      <Field label={texts.email} hint={texts.emailHint}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            required
            maxLength={320}
            value={email}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      {seats.map((seat) => (
        <fieldset key={seat.key} className="tk-holder">
          <legend>
            <bdi>{texts.holder(seat.line.name, seat.place, seat.of)}</bdi>
          </legend>
          <Field label={texts.holderName} optional={texts.optional}>
            {(control) => (
              <Input
                {...control}
                autoComplete={seats.length === 1 ? 'name' : 'off'}
                maxLength={200}
                value={typed[seat.key]?.name ?? ''}
                onInput={({ currentTarget: { value } }) =>
                  change(seat.key, (now) => ({ ...now, name: value }))
                }
              />
            )}
          </Field>
          {seat.line.questions.map((question) => (
            <QuestionField
              key={question.id}
              seat={seat}
              question={question}
              answer={typed[seat.key]?.answers[question.id]}
              isMissing={missing.includes(`${seat.key} ${question.id}`)}
              onAnswer={(answer) =>
                change(seat.key, (now) => ({ ...now, answers: { ...now.answers, [question.id]: answer } }))
              }
            />
          ))}
        </fieldset>
      ))}
      <p className="tk-total">
        <span>{texts.total}</span> <strong>{money(cart.total_cents, cart.currency)}</strong>
      </p>
      <div className="tk-row">
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          busyLabel={cart.total_cents ? texts.opening : texts.confirming}
        >
          {cart.total_cents ? texts.pay(money(cart.total_cents, cart.currency)) : texts.getFree}
        </Button>
        {onChange ? (
          <Button variant="ghost" onClick={onChange}>
            {texts.change}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

interface QuestionFieldProps {
  seat: Seat
  question: Question
  answer: string | boolean | undefined
  isMissing: boolean
  onAnswer: (answer: string | boolean) => void
}

function QuestionField({ seat, question, answer, isMissing, onAnswer }: QuestionFieldProps) {
  const { id, label, kind, required, choices = [] } = question
  const gap = { 'data-gap': `${seat.key} ${id}` }
  const options = kind === 'yes_no' ? [texts.yes, texts.no] : choices
  const shown = typeof answer === 'boolean' ? (answer ? texts.yes : texts.no) : (answer ?? '')
  const choose = (value: string) => onAnswer(kind === 'yes_no' && value ? value === texts.yes : value)
  return (
    <Field
      label={label}
      optional={required ? undefined : texts.optional}
      error={isMissing ? texts.required : undefined}
    >
      {(control) =>
        kind === 'text' ? (
          <Input
            {...control}
            {...gap}
            maxLength={1000}
            value={shown}
            onInput={({ currentTarget: { value } }) => onAnswer(value)}
          />
        ) : (
          <select
            {...control}
            {...gap}
            className="bb-input"
            value={shown}
            onChange={({ currentTarget: { value } }) => choose(value)}
          >
            <option value="">{texts.choosePlease}</option>
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        )
      }
    </Field>
  )
}
