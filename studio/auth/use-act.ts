import { useState } from 'react'
import { useCountdown } from '#ui/base/use-countdown.ts'
import { type AuthFailure, authErrorText, secondsToWait } from './auth-errors.ts'

interface Answer {
  error: AuthFailure | null
}

/**
 * One act of a form at a time: `busy` while it runs, `failure` in words when it was refused.
 * `run` gives the answer back only when it went well. `left` are the seconds for which the service wants no more tries.
 */
export function useAct() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { left, wait } = useCountdown()

  async function run<T extends Answer>(act: () => Promise<T | undefined>): Promise<T | undefined> {
    setBusy(true)
    setFailure(undefined)
    const answer = await act().catch((error: unknown) => ({ error: asFailure(error) }))
    setBusy(false)
    // Called off by the person: nothing to tell.
    if (!answer) return undefined
    if (!answer.error) return answer as T
    setFailure(authErrorText(answer.error))
    wait(secondsToWait(answer.error))
    return undefined
  }

  return { busy, failure, setFailure, run, left, wait }
}

/** A thrown thing; its words are for programs unless it is one of ours. */
const asFailure = (error: unknown): AuthFailure => ({
  status: 0,
  code: error instanceof Error && 'code' in error ? String(error.code) : undefined,
})
