import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { FlaskConical } from 'lucide-react'
import type { PaymentsTenant } from './payments-label.ts'
import { useConnect } from './use-connect.ts'

const TEXTS = {
  test: {
    title: 'Connect Stripe (test)',
    note: 'Test mode moves no money. Use made-up business details and test cards such as 4242\u00a04242\u00a04242\u00a04242.',
    tick: 'I understand this is a sandbox and I will use test data',
  },
  live: {
    title: 'Connect Stripe (live)',
    note: 'Live mode takes real payments. Stripe asks for your business details and a bank account.',
    tick: 'I understand',
  },
}

/** What is about to happen, and the tick without which it does not. */
export default function ConnectDialog({ tenant, onClose }: { tenant: PaymentsTenant; onClose: () => void }) {
  const [understood, setUnderstood] = useState(false)
  const connect = useConnect(tenant.id)
  const texts = TEXTS[tenant.stripe_mode]

  function start() {
    connect.mutate()
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={tenant.name}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!understood} onClick={start}>
            Continue
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        You continue on Stripe's own page and come back here when you are done. Payments go straight to your
        account; card details never reach your site.
      </p>
      <div className="mt-4 mb-5">
        <Notice
          tone={tenant.stripe_mode === 'test' ? 'warn' : 'info'}
          {...(tenant.stripe_mode === 'test' ? { icon: <FlaskConical size={18} strokeWidth={1.75} /> } : {})}
        >
          {texts.note}
        </Notice>
      </div>
      <Checkbox checked={understood} onChange={(event) => setUnderstood(event.currentTarget.checked)}>
        {texts.tick}
      </Checkbox>
    </Dialog>
  )
}
