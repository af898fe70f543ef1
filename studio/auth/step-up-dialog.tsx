import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { authClient } from '../auth-client.ts'
import type { SignedInUser } from '../session-context.ts'
import { CodeInput } from './code-input.tsx'
import { SecondFactor } from './second-factor.tsx'
import type { Need, Proof } from './step-up.tsx'
import { useAct } from './use-act.ts'

export interface StepUpDialogProps {
  user: SignedInUser
  need: Need
  /** Why the last proof was not taken. */
  failure?: string
  /** Which question this is; the answer to it is under way while it stays the same. */
  attempt: number
  onProof: (proof: Proof) => void
  onCancel: () => void
}

/** Asks who is there before an act that a borrowed screen must not be enough for. */
export default function StepUpDialog(props: StepUpDialogProps) {
  if (props.need === 'mailed-code') return <MailedCodeDialog {...props} />
  return (
    <Dialog
      open
      onOpenChange={(open) => open || props.onCancel()}
      title="Confirm it is you"
      description="This needs your second step once more."
      footer={<Button onClick={props.onCancel}>Cancel</Button>}
    >
      <SecondFactor userId={props.user.id} onDone={() => props.onProof({})} />
    </Dialog>
  )
}

function MailedCodeDialog({ user, failure, attempt, onProof, onCancel }: StepUpDialogProps) {
  const [code, setCode] = useState('')
  const [answered, setAnswered] = useState(0)
  const mail = useAct()
  const field = useRef<HTMLInputElement>(null)
  const asked = useRef(false)

  async function send() {
    if (await mail.run(async () => (await authClient()).reauthenticate())) field.current?.focus()
  }

  useEffect(() => {
    // One mail for one dialog, also where effects run twice.
    if (asked.current) return
    asked.current = true
    void send()
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onCancel()}
      title="Confirm it is you"
      description={`We sent a code to ${user.email}. It works for a few minutes.`}
      onSubmit={() => {
        if (code.length < 6) return field.current?.focus()
        setAnswered(attempt)
        onProof({ nonce: code })
      }}
      footer={
        <>
          <Button
            variant="ghost"
            className="mr-auto"
            busy={mail.busy}
            busyWords="Sending..."
            onClick={() => void send()}
          >
            Send again
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={answered === attempt} busyWords="Checking...">
            Confirm
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {mail.failure ? (
          <Notice tone="danger" role="alert">
            {mail.failure}
          </Notice>
        ) : null}
        <CodeInput
          ref={field}
          label="Code"
          value={code}
          error={answered === attempt ? undefined : failure}
          onChange={setCode}
        />
      </div>
    </Dialog>
  )
}
