import { useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FlaskConical } from 'lucide-react'
import { countryOptions, guessCountry } from './countries.ts'
import type { PaymentsTenant } from './payments-label.ts'
import { useAccounts } from './use-accounts.ts'
import { type ConnectWay, useConnect } from './use-connect.ts'

const TEXTS = {
  test: {
    note: 'Test mode moves no money. Use made-up business details and test cards such as 4242\u00a04242\u00a04242\u00a04242.',
    tick: 'I understand this is a sandbox and I will use test data',
  },
  live: {
    note: 'Live mode takes real payments. Stripe asks for your business details and a bank account.',
    tick: 'I understand',
  },
}

export interface ConnectDialogProps {
  tenant: PaymentsTenant
  onClose: () => void
  /** The tenant's current mode unless named. */
  mode?: 'test' | 'live'
  way?: ConnectWay
  /** Called with the server's message when it refuses to start. */
  onRefused?: (words: string) => void
}

/** Explains the next step. The checkbox must be ticked to continue. */
export default function ConnectDialog({
  tenant,
  onClose,
  mode,
  way = 'express',
  onRefused,
}: ConnectDialogProps) {
  const [understood, setUnderstood] = useState(false)
  const [guessed] = useState(() => guessCountry(navigator.languages))
  const [country, setCountry] = useState(guessed)
  const { data: accounts } = useAccounts(tenant.id)
  const connect = useConnect(tenant.id, onRefused)
  const shownMode = mode ?? tenant.stripe_mode
  const texts = TEXTS[shownMode]
  // An account whose onboarding has started already has its country.
  const hasAccount = Boolean(accounts?.[shownMode]?.account_id)
  const asksCountry = way === 'express' && !hasAccount

  function start() {
    connect.mutate({ mode, way, country: asksCountry ? country : undefined })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={way === 'standard' ? `Standard OAuth (${shownMode})` : `Connect Stripe (${shownMode})`}
      description={tenant.name}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!understood || (asksCountry && !country)} onClick={start}>
            Continue
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        {way === 'standard'
          ? 'Sign in to your existing Stripe account, and let this tenant sell with it. You return here when you are done.'
          : "You continue on Stripe's own page and return here when you are done. Payments go straight to your account; card details never reach your site."}
      </p>
      {asksCountry ? (
        <div className="mt-4 max-w-[320px]">
          <Field label="Country of your business" hint="You cannot change it later.">
            {(field) => (
              <Select
                {...field}
                options={[
                  ...(guessed ? [] : [{ value: '', label: 'Choose a country' }]),
                  ...countryOptions(),
                ]}
                value={country}
                onChange={(event) => setCountry(event.currentTarget.value)}
              />
            )}
          </Field>
        </div>
      ) : null}
      <div className="mt-4 mb-5">
        <Notice
          tone={shownMode === 'test' ? 'warn' : 'info'}
          {...(shownMode === 'test' ? { icon: <FlaskConical size={18} strokeWidth={1.75} /> } : {})}
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
