import { useState } from 'react'
import type { CallError } from '#kernel/browser/call.ts'
import { Button } from '#ui/base/button.tsx'
import { useCountdown } from '#ui/base/use-countdown.ts'
import { errorWords } from '../error-words.ts'
import { texts } from '../texts/spoken.ts'

/** Mails to one mailbox keep this distance (services/auth/limits.ts), in seconds. */
const PAUSE = 60

export interface ResendButtonProps {
  send: () => Promise<unknown>
  /** What became of it, in words. */
  tell: (words: string, failed: boolean) => void
}

/** Sends the mail again, once a minute; the button says how long that is. */
export function ResendButton({ send, tell }: ResendButtonProps) {
  const { left, wait } = useCountdown(PAUSE)
  const [busy, setBusy] = useState(false)
  const waits = left > 0

  async function again() {
    setBusy(true)
    const pause = await send().then(
      () => {
        tell(texts.code.sent, false)
        return PAUSE
      },
      (why: CallError) => {
        tell(errorWords(why), true)
        return why.more?.retryAfter ?? 0
      },
    )
    setBusy(false)
    wait(pause)
  }

  return (
    <Button aria-disabled={waits || undefined} busy={busy} busyWords={texts.code.sending} onClick={again}>
      {waits ? texts.code.wait(left) : texts.code.again}
    </Button>
  )
}
