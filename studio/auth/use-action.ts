import { useState } from 'react'
import { useCountdown } from '#ui/base/use-countdown.ts'
import { type AuthFailure, authErrorText, secondsToWait } from './auth-errors.ts'

interface ActionResult {
  error: AuthFailure | null
}

/**
 * Runs one action of a form at a time. `busy` is true while it runs; `failure` is the message if it failed.
 * `run` returns the result only on success. `left` is the number of seconds until the rate limit allows a
 * retry.
 */
export function useAction() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { left, wait } = useCountdown()

  async function run<T extends ActionResult>(act: () => Promise<T | undefined>): Promise<T | undefined> {
    setBusy(true)
    setFailure(undefined)
    const result = await act().catch((error: unknown) => ({ error: asFailure(error) }))
    setBusy(false)
    // Canceled by the user: there is nothing to report.
    if (!result) return undefined
    if (!result.error) return result as T
    setFailure(authErrorText(result.error))
    wait(secondsToWait(result.error))
    return undefined
  }

  return { busy, failure, setFailure, run, left, wait }
}

/** Converts a thrown error. Its message is dropped, because it is too technical unless its code is known. */
const asFailure = (error: unknown): AuthFailure => ({
  status: 0,
  code: error instanceof Error && 'code' in error ? String(error.code) : undefined,
})
