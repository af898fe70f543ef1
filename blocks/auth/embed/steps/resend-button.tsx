import { useState } from 'react'
import type { CallError } from '#kernel/browser/call.ts'
import { Button } from '#ui/base/button.tsx'
import { useCountdown } from '#ui/base/use-countdown.ts'
import { errorMessage } from '../error-message.ts'
import { texts } from '../texts/spoken.ts'

/** Minimum time between emails to one mailbox, in seconds (services/auth/limits.ts). */
const PAUSE_SECONDS = 60

export interface ResendButtonProps {
  send: () => Promise<unknown>
  /** Reports the outcome as a message. */
  report: (message: string, failed: boolean) => void
}

/** Sends the email again, at most once a minute. The button counts down. */
export function ResendButton({ send, report }: ResendButtonProps) {
  const { left, wait } = useCountdown(PAUSE_SECONDS)
  const [busy, setBusy] = useState(false)
  const isWaiting = left > 0

  async function again() {
    setBusy(true)
    const pause = await send().then(
      () => {
        report(texts.code.sent, false)
        return PAUSE_SECONDS
      },
      (why: CallError) => {
        report(errorMessage(why), true)
        return why.more?.retryAfter ?? 0
      },
    )
    setBusy(false)
    wait(pause)
  }

  return (
    <Button aria-disabled={isWaiting || undefined} busy={busy} busyLabel={texts.code.sending} onClick={again}>
      {isWaiting ? texts.code.wait(left) : texts.code.again}
    </Button>
  )
}
