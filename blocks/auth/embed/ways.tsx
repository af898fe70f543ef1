import { useEffect, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import type { ProviderChoice, Ways } from './data-types.ts'
import { texts } from './texts/spoken.ts'

export interface ProviderButtonsProps {
  providers: ProviderChoice[]
  /** Nothing stands below that they would have to be told from. */
  alone: boolean
  onChoose: (provider: ProviderChoice) => Promise<void>
}

/** One button for each identity provider of the tenant; while its window is open, the button waits. */
export function ProviderButtons({ providers, alone, onChoose }: ProviderButtonsProps) {
  const [open, setOpen] = useState<ProviderChoice | null>(null)
  if (!providers.length) return null

  async function choose(provider: ProviderChoice) {
    const chosen = onChoose(provider)
    setOpen(provider)
    await chosen
    setOpen((now) => (now === provider ? null : now))
  }

  return (
    <>
      <div className="auth-providers">
        {providers.map((provider) => (
          <Button
            key={provider.id}
            wide
            busy={open === provider}
            busyWords={texts.ways.waiting(provider.name)}
            onClick={() => choose(provider)}
          >
            {texts.ways.with(provider.name)}
          </Button>
        ))}
        {open ? <p className="auth-quiet">{texts.ways.elsewhere(open.name)}</p> : null}
      </div>
      {alone ? null : (
        <p className="auth-or">
          <span>{texts.ways.or}</span>
        </p>
      )}
    </>
  )
}

export interface OtherWaysProps {
  ways: Ways
  onEmailCode: () => void
  onPasskey: () => Promise<void>
}

/** The ways without a password, quiet below the form. */
export function OtherWays({ ways, onEmailCode, onPasskey }: OtherWaysProps) {
  const [busy, setBusy] = useState(false)
  // Known in the browser only: the server offers it to everybody.
  const [impossible, setImpossible] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- what the browser can do is known only in it
  useEffect(() => setImpossible(!('PublicKeyCredential' in globalThis)), [])
  if (!ways.emailCode && !ways.passkeys) return null
  return (
    <p className="auth-ways">
      {ways.emailCode ? (
        <button type="button" className="auth-link" onClick={onEmailCode}>
          {texts.ways.emailCode}
        </button>
      ) : null}
      {ways.passkeys && !impossible ? (
        <button
          type="button"
          className="auth-link"
          aria-disabled={busy || undefined}
          onClick={async () => {
            if (busy) return
            setBusy(true)
            await onPasskey()
            setBusy(false)
          }}
        >
          {busy ? texts.ways.passkeyBusy : texts.ways.passkey}
        </button>
      ) : null}
    </p>
  )
}
