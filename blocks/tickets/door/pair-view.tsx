import { useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Mark } from '#ui/base/mark.tsx'
import { Note } from '#ui/base/note.tsx'
import type { Door } from './door-device.ts'
import { type PairingLink, readPairingLink } from './pairing-link.ts'
import { useDoor } from './use-door.ts'

export interface PairViewProps {
  door: Door
  /** The opened link. */
  link: PairingLink | undefined
  onDone: () => void
}

/**
 * Redeems a link. A button does it, because programs that preview links open pages but press nothing. An app on the home screen
 * of an iPhone shares no storage with the browser, so that a link can also be pasted.
 */
export function PairView({ door, link, onDone }: PairViewProps) {
  const { pairing, isRevoked, lost } = useDoor(door)
  const [pasted, setPasted] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function pair(chosen: PairingLink | undefined): Promise<void> {
    if (!chosen) return setProblem('Paste the whole link.')
    setBusy(true)
    setProblem('')
    try {
      await door.pair(chosen.publicKey, chosen.code)
      onDone()
      await door.sync()
    } catch (error) {
      setProblem(callErrorText(error, 'The link could not be used. Try again.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className="door-page">
      <Mark height={36} />
      <h1>Check-in</h1>
      {isRevoked ? (
        <Note tone="danger" role="alert" title="This device may no longer check in tickets">
          <p>
            {lost > 0
              ? `${lost === 1 ? 'One admission was' : `${lost} admissions were`} not sent. Tell the organizer.`
              : 'Ask the organizer for a new link.'}
          </p>
        </Note>
      ) : null}
      {link ? (
        <>
          <p>
            {pairing
              ? `This device checks tickets for ${pairing.name}. The link replaces that.`
              : 'This link sets up this device to check tickets. It works once.'}
          </p>
          {problem ? <Problem text={problem} /> : null}
          <Button
            variant="primary"
            size="large"
            wide
            busy={isBusy}
            busyLabel="Setting up..."
            onClick={() => void pair(link)}
          >
            Set up this device
          </Button>
          {pairing || problem ? (
            <Button wide onClick={onDone}>
              {pairing ? `Keep ${pairing.name}` : 'Use another link'}
            </Button>
          ) : null}
        </>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void pair(readPairingLink(pasted))
          }}
        >
          <p>Open the link from the organizer on this device, or paste it here.</p>
          {problem ? <Problem text={problem} /> : null}
          <Field label="Link">
            {(control) => (
              <Input
                {...control}
                type="url"
                size="large"
                autoComplete="off"
                value={pasted}
                onInput={({ currentTarget }) => setPasted(currentTarget.value)}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" size="large" wide busy={isBusy} busyLabel="Setting up...">
            Set up this device
          </Button>
        </form>
      )}
    </main>
  )
}

const Problem = ({ text }: { text: string }) => (
  <Note tone="danger" role="alert">
    <p>{text}</p>
  </Note>
)
