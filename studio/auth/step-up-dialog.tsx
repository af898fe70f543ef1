import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { authClient } from '../session/auth-client.ts'
import type { SignedInUser } from '../session/session-context.ts'
import { CodeInput } from './code-input.tsx'
import { SecondFactor } from './second-factor.tsx'
import type { RequiredProof, Proof } from './step-up.tsx'
import { useAction } from './use-action.ts'

export interface StepUpDialogProps {
  user: SignedInUser
  need: RequiredProof
  /** Why the last proof was rejected. */
  failure?: string
  /** Number of this request for proof. Until it changes, the last proof is still being checked. */
  attempt: number
  onProof: (proof: Proof) => void
  onCancel: () => void
}

/** Asks for proof of identity before a sensitive action, so that an unlocked screen is not enough. */
export default function StepUpDialog(props: StepUpDialogProps) {
  if (props.need === 'emailed-code') return <EmailedCodeDialog {...props} />
  return (
    <Dialog
      open
      onOpenChange={(open) => open || props.onCancel()}
      title="Confirm it's you"
      description="Complete your second step again to continue."
      footer={<Button onClick={props.onCancel}>Cancel</Button>}
    >
      <SecondFactor userId={props.user.id} onDone={() => props.onProof({})} />
    </Dialog>
  )
}

function EmailedCodeDialog({ user, failure, attempt, onProof, onCancel }: StepUpDialogProps) {
  const [code, setCode] = useState('')
  const [submittedAttempt, setSubmittedAttempt] = useState(0)
  const emailAction = useAction()
  const field = useRef<HTMLInputElement>(null)
  const hasSent = useRef(false)

  async function send() {
    if (await emailAction.run(async () => (await authClient()).reauthenticate())) field.current?.focus()
  }

  useEffect(() => {
    // Send one email per dialog, even if React runs the effect twice.
    if (hasSent.current) return
    hasSent.current = true
    void send()
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onCancel()}
      title="Confirm it's you"
      description={`We sent a code to ${user.email}. It works for a few minutes.`}
      onSubmit={() => {
        if (code.length < 6) return field.current?.focus()
        setSubmittedAttempt(attempt)
        onProof({ nonce: code })
      }}
      footer={
        <>
          <Button
            variant="ghost"
            className="mr-auto"
            busy={emailAction.busy}
            busyLabel="Sending..."
            onClick={() => void send()}
          >
            Send again
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={submittedAttempt === attempt} busyLabel="Checking...">
            Confirm
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {emailAction.failure ? (
          <Notice tone="danger" role="alert">
            {emailAction.failure}
          </Notice>
        ) : null}
        <CodeInput
          ref={field}
          label="Code"
          value={code}
          error={submittedAttempt === attempt ? undefined : failure}
          onChange={setCode}
        />
      </div>
    </Dialog>
  )
}
