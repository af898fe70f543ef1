import { useEffect, useRef } from 'react'
import { Button } from '#ui/base/button.tsx'
import { DrawnTick } from '#ui/base/drawn-tick.tsx'
import { Note } from '#ui/base/note.tsx'
import type { OrderUpdate, VisibleStage } from './follow-orders.ts'
import { texts } from './texts/spoken.ts'

const TONES = { paid: 'ok', canceled: 'info', failed: 'danger', pending: 'info' } as const

export interface OrderNoteProps {
  news: OrderUpdate
  onDismiss: () => void
  /** Shows the checkout again; absent when its address is no longer known. */
  onShow: (() => void) | undefined
}

/** A note about one purchase. It stays until the visitor dismisses it. */
export function OrderNote({ news: { order, stage }, onDismiss, onShow }: OrderNoteProps) {
  const place = useRef<HTMLDivElement>(null)
  const { status, item_name: name } = order
  // The host page has reloaded and is scrolled to the top. Scroll to the block where the buyer was.
  useEffect(() => {
    if (stage === 'back') place.current?.scrollIntoView({ block: 'center' })
  }, [stage])

  const message = {
    paid: texts.paid(name),
    canceled: texts.canceled,
    failed: texts.failed(name),
    // Stages without text show no note.
    pending: stage === 'closed' ? texts.canceled : texts.open[stage as VisibleStage]?.(name),
  }[status]
  const show = status === 'pending' && (stage === 'open' || stage === 'left') ? onShow : undefined
  return (
    <div className="pay-note" ref={place}>
      <Note
        tone={TONES[status]}
        icon={status === 'paid' && <DrawnTick size={22} />}
        role={status === 'failed' ? 'alert' : 'status'}
        action={
          <div className="pay-note-actions">
            {show ? (
              <Button size="small" onClick={show}>
                {stage === 'open' ? texts.showCheckout : texts.openCheckout}
              </Button>
            ) : null}
            <Button size="small" onClick={onDismiss}>
              {texts.dismiss}
            </Button>
          </div>
        }
      >
        {message}
      </Note>
    </div>
  )
}
