import { useEffect, useState } from 'react'
import type { CallError } from '#kernel/browser/call.ts'
import { Button } from '#ui/base/button.tsx'
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
  const [until, setUntil] = useState(() => Date.now() + PAUSE * 1000)
  const [now, setNow] = useState(() => Date.now())
  const [busy, setBusy] = useState(false)
  const left = Math.ceil((until - now) / 1000)
  const waits = left > 0

  useEffect(() => {
    if (!waits) return undefined
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [waits])

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
    setNow(Date.now())
    setUntil(Date.now() + pause * 1000)
  }

  return (
    <Button aria-disabled={waits || undefined} busy={busy} busyWords={texts.code.sending} onClick={again}>
      {waits ? texts.code.wait(left) : texts.code.again}
    </Button>
  )
}
