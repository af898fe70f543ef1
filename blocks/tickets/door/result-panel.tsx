import './result-panel.css'
import { useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import type { Door } from './door-device.ts'
import { ResultIcon } from './door-icons.tsx'
import type { Shown } from './door-types.ts'
import { resultCopy } from './result-copy.ts'

export interface ResultPanelProps {
  door: Door
  shown: Shown
  onClose: () => void
}

/** A result, readable at arm's length. The next scan replaces it. */
export function ResultPanel({ door, shown, onClose }: ResultPanelProps) {
  const { tone, title, text } = resultCopy(shown)
  const [undo, setUndo] = useState<{ busy?: true; done?: true; problem?: string }>({})

  async function takeBack(): Promise<void> {
    setUndo({ busy: true })
    try {
      await door.undo(shown)
      setUndo({ done: true })
    } catch (error) {
      setUndo({ problem: callErrorText(error, 'The admission could not be undone. Try again.') })
    }
  }

  return (
    <section className="door-result" data-tone={undo.done ? 'warn' : tone} role="status" aria-label="Result">
      <ResultIcon tone={undo.done ? 'warn' : tone} />
      <h2>{undo.done ? 'Undone' : title}</h2>
      {shown.holder_name ? (
        <p className="door-result-name">
          <bdi>{shown.holder_name}</bdi>
        </p>
      ) : null}
      {shown.type_name ? (
        <p className="door-result-type">
          <bdi>{shown.type_name}</bdi>
        </p>
      ) : null}
      <p>{undo.problem ?? (undo.done ? 'The ticket can be admitted again.' : text)}</p>
      <div className="door-result-actions">
        {shown.result === 'admitted' && !undo.done ? (
          <button
            type="button"
            aria-disabled={undo.busy}
            onClick={() => (undo.busy ? undefined : void takeBack())}
          >
            Undo
          </button>
        ) : null}
        <button type="button" onClick={onClose}>
          Next
        </button>
      </div>
    </section>
  )
}
