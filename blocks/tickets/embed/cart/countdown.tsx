import { useEffect, useRef, useState } from 'react'
import { number } from '#kernel/browser/local.ts'
import { momentOf } from './spoken-moments.ts'
import { texts } from './texts/spoken.ts'

export interface CountdownProps {
  /** As the server has just said. */
  seconds: number
  /** Called once, when the time is over by the monotonic clock of this browser; the server decides. */
  onOver: () => void
}

/** How long a cart still holds its seats. It counts from the server's seconds, never from the visitor's clock. */
export function Countdown({ seconds, onOver }: CountdownProps) {
  const [left, setLeft] = useState(seconds)
  const [spoken, setSpoken] = useState('')
  const said = useRef<number>(undefined)

  useEffect(() => {
    const end = performance.now() + seconds * 1000
    function tick() {
      const next = Math.max(0, Math.ceil((end - performance.now()) / 1000))
      setLeft(next)
      const moment = momentOf(said.current, next)
      said.current = next
      if (moment !== undefined)
        setSpoken(moment > 90 ? texts.reserved(Math.ceil(moment / 60)) : texts.seconds(moment))
      if (next > 0) return
      clearInterval(timer)
      onOver()
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- a new response starts it again
  }, [seconds])

  const rest = left % 60
  return (
    <p className="tk-countdown" data-soon={left <= 60 ? '' : undefined}>
      <span aria-hidden="true">
        {texts.timeLeft}{' '}
        <strong>{`${number(Math.floor(left / 60))}:${rest < 10 ? number(0) : ''}${number(rest)}`}</strong>
      </span>
      <output className="tk-unseen">{spoken}</output>
    </p>
  )
}
