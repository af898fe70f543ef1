import './button.css'
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

export interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
  /** `danger` gives a quiet button (secondary, ghost) the danger text colour. */
  tone?: 'danger'
  /** Takes the whole width it is given. */
  wide?: boolean
}

export interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {
  icon?: ReactNode
  busy?: boolean
  /** Words shown while busy, for example `Connecting...`; room for them is kept from the start. */
  busyWords?: string
}

/** Props that give a link the look of a button: `<a {...buttonLook({ variant: 'primary' })} href="…">`. */
export function buttonLook({ variant = 'secondary', size = 'medium', tone, wide }: ButtonLook) {
  return {
    className: 'bb-btn',
    'data-variant': variant,
    'data-size': size,
    'data-tone': tone,
    'data-wide': wide ? '' : undefined,
  }
}

/** A button. While busy it keeps its width and focus, shows its busy words and takes no clicks. */
export function Button(props: ButtonProps) {
  const { variant, size, tone, wide, icon, busy, busyWords, className, children, onClick, ...rest } = props
  const look = buttonLook({ variant, size, tone, wide })
  const idle = rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'

  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy || idle) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      {...look}
      className={classNames(look.className, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || idle || undefined}
      onClick={click}
    >
      {busyWords === undefined && !busy ? (
        <>
          {icon}
          {children}
        </>
      ) : (
        <span className="bb-btn-words">
          <span className="bb-btn-face" data-off={busy ? '' : undefined}>
            {icon}
            {children}
          </span>
          <span className="bb-btn-face" data-off={busy ? undefined : ''}>
            <Spinner />
            {busyWords ?? children}
          </span>
        </span>
      )}
    </button>
  )
}

/** The turning ring inside a busy button; with reduced motion only the words are left. */
export function Spinner() {
  return <span className="bb-spinner" aria-hidden="true" />
}
