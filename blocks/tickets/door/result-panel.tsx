import './result-panel.css'
import { useEffect, useRef, useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import type { Door } from './door-device.ts'
import { ResultIcon } from './door-icons.tsx'
import type { Shown } from './door-types.ts'
import { resultCopy } from './result-copy.ts'

export interface ResultSlotProps {
  door: Door
  shown: Shown | undefined
  /** Moves the focus into the result: it covers the button that was pressed. */
  takesFocus?: true
  onClose: () => void
}

/** The place of a result, which screen readers announce: they only notice what changes in a place that exists. */
export function ResultSlot({ shown, ...rest }: ResultSlotProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may contain only phrases
    <div role="status" aria-label="Result">
      {shown ? <ResultPanel key={shown.id} shown={shown} {...rest} /> : null}
    </div>
  )
}

/** A result, readable at arm's length. The next scan replaces it. */
function ResultPanel({ door, shown, takesFocus, onClose }: ResultSlotProps & { shown: Shown }) {
  const { tone, title, text } = resultCopy(shown)
  const [undo, setUndo] = useState<{ busy?: true; done?: true; problem?: string }>({})

  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => (takesFocus ? next.current?.focus() : undefined), [takesFocus])

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
    <section className="door-result" data-tone={undo.done ? 'warn' : tone}>
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
        <button ref={next} type="button" onClick={onClose}>
          Next
        </button>
      </div>
    </section>
  )
}
