import { type FormEvent, useId, useState } from 'react'
import { refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { isolated, money } from '#kernel/browser/local.ts'
import { saveFile } from '#kernel/browser/save-file.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import {
  cancelTicket,
  type OwnTicket,
  renameTicket,
  ticketPass,
  transferTicket,
} from '#blocks/tickets/endpoints.ts'
import { QrCode } from './qr-code.tsx'
import { texts } from './texts/spoken.ts'

export interface TicketCardProps {
  ticket: OwnTicket
  embed: EmbedApi
  /** The cart that proves it, for guests. */
  proof: { cart?: string }
  /** Reads the tickets again. @param message what has happened */
  onChanged: (message: string) => Promise<void>
}

type Panel = 'rename' | 'give' | 'cancel'

/** One ticket: its code, its holder, and what the holder may do with it. */
export function TicketCard({ ticket, embed, proof, onChanged }: TicketCardProps) {
  const [panel, setPanel] = useState<Panel>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const id = useId()
  const { code, state, holder_name } = ticket
  const copy = texts.ticket

  async function run(work: () => Promise<unknown>, message: string) {
    setBusy(true)
    setProblem('')
    try {
      await work()
      setPanel(undefined)
      await onChanged(message)
    } catch (why) {
      setProblem(refusalWords(why, texts.errors))
    } finally {
      setBusy(false)
    }
  }
  const which = { ticket: ticket.id, ...proof }
  const toggle = (next: Panel, label: string) => (
    <Button
      size="small"
      aria-expanded={panel === next}
      aria-controls={panel === next ? id : undefined}
      onClick={() => {
        setProblem('')
        setPanel(panel === next ? undefined : next)
      }}
    >
      {label}
    </Button>
  )
  return (
    <li className="tk-ticket bb-card" data-over={state === 'valid' ? undefined : ''}>
      {code ? <QrCode text={code} label={copy.code(holder_name ?? ticket.type_name)} /> : null}
      <div className="tk-about">
        <p>
          <strong>
            <bdi>{holder_name ?? copy.unnamed}</bdi>
          </strong>
        </p>
        <p className="tk-quiet">
          <bdi>{ticket.type_name}</bdi>
        </p>
        {code ? <code dir="ltr">{grouped(code)}</code> : null}
        <p className="tk-row">
          {state === 'valid' ? null : <Badge>{copy[state]}</Badge>}
          {ticket.test && state === 'valid' ? <Badge tone="warn">{copy.test}</Badge> : null}
        </p>
      </div>
      {state === 'valid' ? (
        <div className="tk-row">
          {ticket.can_save_pass ? <PassButton which={which} embed={embed} /> : null}
          {toggle('rename', copy.rename)}
          {ticket.can_transfer ? toggle('give', copy.give) : null}
          {ticket.can_cancel ? toggle('cancel', copy.cancel) : null}
        </div>
      ) : null}
      {panel ? (
        <div id={id} className="tk-panel">
          {problem ? (
            <Note tone="danger" role="alert">
              {problem}
            </Note>
          ) : null}
          {panel === 'rename' ? (
            <OneField
              label={texts.holderName}
              first={holder_name ?? ''}
              button={copy.save}
              busyLabel={copy.saving}
              busy={busy}
              onSend={(name) => void run(() => embed.call(renameTicket, { ...which, name }), copy.renamed)}
            />
          ) : panel === 'give' ? (
            <OneField
              label={copy.giveTo}
              hint={copy.giveText}
              type="email"
              first=""
              button={copy.give}
              busyLabel={copy.saving}
              busy={busy}
              onSend={(email) =>
                void run(() => embed.call(transferTicket, { ...which, email }), copy.given(isolated(email)))
              }
            />
          ) : (
            <>
              <p>
                {ticket.refund_cents
                  ? copy.cancelText(money(ticket.refund_cents, ticket.currency))
                  : copy.cancelFree}
              </p>
              <div className="tk-row">
                <Button
                  variant="danger"
                  busy={busy}
                  onClick={() => void run(() => embed.call(cancelTicket, which), copy.done)}
                >
                  {copy.cancel}
                </Button>
                <Button onClick={() => setPanel(undefined)}>{copy.keep}</Button>
              </div>
            </>
          )}
        </div>
      ) : null}
    </li>
  )
}

/** Saves the ticket as a pass, which phones with the app open. */
function PassButton({ which, embed }: { which: { ticket: string; cart?: string }; embed: EmbedApi }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function save() {
    setBusy(true)
    setProblem('')
    try {
      saveFile(
        'ticket.pkpass',
        await embed.call(ticketPass, { ...which, locale: document.documentElement.lang }),
      )
    } catch (why) {
      setProblem(refusalWords(why, { ...texts.errors, unexpected: texts.ticket.noFile }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      <Button size="small" busy={busy} onClick={() => void save()}>
        {texts.ticket.wallet}
      </Button>
    </>
  )
}

/** Groups are easier to read aloud at the entrance. */
const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ')

interface OneFieldProps {
  label: string
  hint?: string
  type?: 'email'
  first: string
  button: string
  busyLabel: string
  busy: boolean
  onSend: (text: string) => void
}

function OneField({ label, hint, type, first, button, busyLabel, busy, onSend }: OneFieldProps) {
  const [text, setText] = useState(first)
  function send(event: FormEvent) {
    event.preventDefault()
    onSend(text.trim())
  }
  return (
    <form className="tk-wait" onSubmit={send}>
      <Field label={label} hint={hint}>
        {(control) => (
          <Input
            {...control}
            type={type ?? 'text'}
            required
            maxLength={type ? 320 : 200}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className="tk-row">
        <Button type="submit" variant="primary" busy={busy} busyLabel={busyLabel}>
          {button}
        </Button>
      </div>
    </form>
  )
}
