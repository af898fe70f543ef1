import { type FormEvent, type FunctionComponent, useLayoutEffect, useRef, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { money } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import type { TicketEvent, TicketType } from '../endpoints.ts'
import type { WaitFormProps } from './cart/wait-form.tsx'
import { canBuy, type Choice, linesOf, stepped, totalOf } from './choosing.ts'
import { joinLanguage } from './language.ts'
import { texts } from './texts/spoken.ts'
import { TypeRow, waitButtonId } from './type-row.tsx'

export interface ChooseTicketsProps {
  event: TicketEvent
  embed: EmbedApi | undefined
  publicKey: string
  choice: Choice
  busy: boolean
  onChoose: (next: (choice: Choice) => Choice) => void
  /** @returns whether the code counts */
  onCode: (code: string) => Promise<boolean>
  onReserve: () => void
}

/** The types of an event with how many of each, a code, and the button that reserves them. */
export function ChooseTickets(props: ChooseTicketsProps) {
  const { event, embed, choice, busy, onChoose, onReserve } = props
  const [Wait, setWait] = useState<{ View: FunctionComponent<WaitFormProps>; type: TicketType }>()
  const lines = linesOf(event, choice)
  const sells = event.types.some(canBuy)
  const isOver = event.state === 'canceled' || event.state === 'ended'

  if (isOver) return <Note tone={event.state === 'canceled' ? 'danger' : 'info'}>{overText(event)}</Note>
  if (event.types.length === 0) return <p className="tk-quiet">{texts.nothing}</p>

  async function wait(type: TicketType) {
    const { WaitForm, language } = await import('./cart/wait-form.tsx')
    await joinLanguage(language)
    setWait({ View: WaitForm, type })
  }

  function closeWait(type: TicketType) {
    setWait(undefined)
    requestAnimationFrame(() => document.getElementById(waitButtonId(type))?.focus())
  }

  const byId = new Map(event.types.map((type) => [type.id, type]))
  return (
    <>
      <ul className="tk-types">
        {event.types.map((type) => (
          <TypeRow
            key={type.id}
            type={type}
            event={event}
            choice={choice}
            needs={type.addon_of === undefined ? undefined : byId.get(type.addon_of)?.name}
            onStep={(by) =>
              onChoose((now) => ({
                ...now,
                [type.id]: { ...now[type.id], quantity: stepped(type, now, by) },
              }))
            }
            onPrice={(price) =>
              onChoose((now) => ({ ...now, [type.id]: { quantity: now[type.id]?.quantity ?? 0, price } }))
            }
            onWait={() => void wait(type)}
            onSignIn={() => signIn(props.publicKey, embed!)}
          >
            {Wait?.type.id === type.id ? (
              <Wait.View embed={embed!} type={type} onClose={() => closeWait(type)} />
            ) : null}
          </TypeRow>
        ))}
      </ul>
      {event.has_codes ? <CodeForm onCode={props.onCode} /> : null}
      {sells ? (
        <div className="tk-buy">
          <p className="tk-total" aria-live="polite">
            <span>{texts.total}</span> <strong>{money(totalOf(event, lines), event.currency)}</strong>
          </p>
          <Button
            variant="primary"
            wide
            aria-disabled={lines.length === 0}
            busy={busy}
            busyLabel={texts.reserving}
            onClick={onReserve}
          >
            {texts.reserve}
          </Button>
          <p className="tk-quiet">{lines.length ? texts.reserveHint : texts.choose}</p>
        </div>
      ) : null}
    </>
  )
}

const overText = ({ state }: TicketEvent) => (state === 'canceled' ? texts.canceled : texts.over)

function CodeForm({ onCode }: Pick<ChooseTicketsProps, 'onCode'>) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <OpenCodeForm onCode={onCode} />
  return (
    <button type="button" className="tk-link" onClick={() => setOpen(true)}>
      {texts.haveCode}
    </button>
  )
}

function OpenCodeForm({ onCode }: Pick<ChooseTicketsProps, 'onCode'>) {
  const [typed, setTyped] = useState('')
  const [counts, setCounts] = useState<boolean>()
  const input = useRef<HTMLInputElement>(null)
  // Once, because the visitor has just asked for it. They may go on with the tickets before they use the code.
  useLayoutEffect(() => input.current?.focus(), [])
  async function apply(event: FormEvent) {
    event.preventDefault()
    if (typed.trim()) setCounts(await onCode(typed.trim().toUpperCase()).catch(() => false))
  }
  return (
    <form className="tk-code" onSubmit={(event) => void apply(event)}>
      <Field
        label={texts.code}
        error={counts === false ? texts.codeUnknown : undefined}
        hint={<output>{counts ? texts.codeValid : ''}</output>}
      >
        {(control) => (
          <Input
            {...control}
            value={typed}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            ref={input}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit">{texts.apply}</Button>
    </form>
  )
}

/** In a frame, the host page opens the sign-in block as a dialog; a standalone page opens it in a new window. */
function signIn(tenant: string, embed: EmbedApi): void {
  if (parent !== window) embed.tell({ type: 'open', block: 'auth' })
  else open(`/embed/auth?${new URLSearchParams({ tenant })}`, '_blank')
}
