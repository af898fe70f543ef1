import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { OrderNews } from './order-news.ts'
import { texts } from './texts/en.ts'

const TONES = { paid: 'ok', canceled: 'info', failed: 'danger', pending: 'info' } as const

/** One sentence on one purchase; it stays until the visitor has read it. */
export function OrderNote({ news: { order, back }, onDismiss }: { news: OrderNews; onDismiss: () => void }) {
  const name = order.item_name
  const words = {
    paid: texts.paid(name),
    canceled: texts.canceled,
    failed: texts.failed(name),
    pending: back ? texts.pending(name) : texts.unpaid(name),
  }[order.status]
  const read =
    order.status === 'pending' ? null : (
      <Button size="small" onClick={onDismiss}>
        {texts.dismiss}
      </Button>
    )
  return (
    <div className="pay-note">
      <Note tone={TONES[order.status]} role={order.status === 'failed' ? 'alert' : 'status'} action={read}>
        {words}
      </Note>
    </div>
  )
}
