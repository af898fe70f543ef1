import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import type { ProviderChoice, SignInMethods } from './data-types.ts'
import { texts } from './texts/spoken.ts'

export interface ProviderButtonsProps {
  providers: ProviderChoice[]
  /** All on one line, as under a form; otherwise stacked. */
  together?: boolean
  onChoose: (provider: ProviderChoice) => Promise<void>
  /** Placed at the end of the line. */
  children?: ReactNode
}

/**
 * One button per identity provider of the tenant. A button is busy while its window is open. Two or more
 * buttons on one line show only the provider's name; screen readers read the full label.
 */
export function ProviderButtons({ providers, together, onChoose, children }: ProviderButtonsProps) {
  const [open, setOpen] = useState<ProviderChoice | null>(null)
  const short = together && providers.length > 1

  async function choose(provider: ProviderChoice) {
    const chosen = onChoose(provider)
    setOpen(provider)
    await chosen
    setOpen((now) => (now === provider ? null : now))
  }

  return (
    <>
      <div className={together ? 'auth-line' : 'auth-providers'}>
        {providers.map((provider) => {
          const label = texts.ways.with(provider.name)
          return (
            <Button
              key={provider.id}
              wide
              size={together ? 'small' : 'medium'}
              busy={open === provider}
              busyLabel={short ? undefined : texts.ways.waiting(provider.name)}
              {...(short ? { 'aria-label': label, title: label } : {})}
              onClick={() => choose(provider)}
            >
              <span>{short ? provider.name : label}</span>
            </Button>
          )
        })}
        {children}
      </div>
      {open ? <p className="auth-quiet">{texts.ways.elsewhere(open.name)}</p> : null}
    </>
  )
}

export interface PasskeyButtonProps {
  /** An icon with the text as its accessible name, instead of the text. */
  sign?: boolean
  onPasskey: () => Promise<void>
}

export function PasskeyButton({ sign, onPasskey }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false)
  // Only the browser can tell: the server offers passkeys to every visitor.
  const [impossible, setImpossible] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- browser support can be detected only in the browser
  useEffect(() => setImpossible(!('PublicKeyCredential' in globalThis)), [])
  if (impossible) return null

  async function use() {
    if (busy) return
    setBusy(true)
    await onPasskey()
    setBusy(false)
  }

  const label = busy ? texts.ways.passkeyBusy : texts.ways.passkey
  return sign ? (
    <Button
      className="auth-sign"
      size="small"
      aria-label={label}
      title={label}
      aria-disabled={busy || undefined}
      onClick={use}
    >
      <KeyIcon />
    </Button>
  ) : (
    <button type="button" className="auth-link" aria-disabled={busy || undefined} onClick={use}>
      {label}
    </button>
  )
}

const KeyIcon = () => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    aria-hidden="true"
  >
    <circle cx="8" cy="16" r="5" />
    <path strokeLinecap="round" strokeLinejoin="round" d="m12 12 8-8m-3 3 3 3" />
  </svg>
)

export interface OtherMethodsProps {
  ways: SignInMethods
  onEmailCode: () => void
  onPasskey: () => Promise<void>
}

/** The alternatives to a password, as links below the form. */
export function OtherMethods({ ways, onEmailCode, onPasskey }: OtherMethodsProps) {
  if (!ways.emailCode && !ways.passkeys) return null
  return (
    <p className="auth-ways">
      {ways.emailCode ? <EmailCodeLink onEmailCode={onEmailCode} /> : null}
      {ways.passkeys ? <PasskeyButton onPasskey={onPasskey} /> : null}
    </p>
  )
}

export const EmailCodeLink = ({ onEmailCode }: Pick<OtherMethodsProps, 'onEmailCode'>) => (
  <button type="button" className="auth-link" onClick={onEmailCode}>
    {texts.ways.emailCode}
  </button>
)
