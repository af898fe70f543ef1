import './scan-view.css'
import { useCallback, useEffect, useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import { CameraView } from './camera-view.tsx'
import { CodeForm } from './code-form.tsx'
import type { Door } from './door-device.ts'
import type { Shown } from './door-types.ts'
import { listenToHandScanner } from './hand-scanner.ts'
import { resultCopy } from './result-copy.ts'
import { ResultSlot } from './result-panel.tsx'
import { signal } from './signal.ts'
import { ticketHash } from './ticket-hash.ts'

/** Checks codes from the camera, a hand scanner, or the keyboard. */
export function ScanView({ door }: { door: Door }) {
  const [shown, setShown] = useState<Shown>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const check = useCallback(
    async (code: string) => {
      setBusy(true)
      setProblem('')
      try {
        const result = await door.check(await ticketHash(code))
        setShown(result)
        if (result && !door.state().isQuiet) signal(resultCopy(result).tone)
      } catch (error) {
        setShown(undefined)
        setProblem(callErrorText(error, 'The code could not be checked. Try again.'))
      } finally {
        setBusy(false)
      }
    },
    [door],
  )
  useEffect(() => listenToHandScanner((code) => void check(code)), [check])

  return (
    <div className="door-scan">
      <div className="door-stage">
        <CameraView onCode={check} />
        <ResultSlot door={door} shown={shown} onClose={() => setShown(undefined)} />
      </div>
      {problem ? (
        <p className="door-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <CodeForm isBusy={isBusy} onCode={check} />
    </div>
  )
}
