import './button.css'
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

export interface ButtonStyle {
  variant?: ButtonVariant
  size?: ButtonSize
  /** `danger` gives a secondary or ghost button the danger text color. */
  tone?: 'danger'
  /** Fills the width of its container. */
  wide?: boolean
}

export interface ButtonProps extends ButtonStyle, ComponentPropsWithRef<'button'> {
  icon?: ReactNode
  busy?: boolean
  /**
   * Label while busy, for example `Connecting...`. The button is wide enough for both labels from the start.
   */
  busyLabel?: string
}

/** Props that style a link as a button: `<a {...buttonLook({ variant: 'primary' })} href="…">`. */
export function buttonStyle({ variant = 'secondary', size = 'medium', tone, wide }: ButtonStyle) {
  return {
    className: 'bb-btn',
    'data-variant': variant,
    'data-size': size,
    'data-tone': tone,
    'data-wide': wide ? '' : undefined,
  }
}

/** A button. While busy it keeps its width and focus, shows `busyLabel` and ignores clicks. */
export function Button(props: ButtonProps) {
  const { variant, size, tone, wide, icon, busy, busyLabel, className, children, onClick, ...rest } = props
  const style = buttonStyle({ variant, size, tone, wide })
  const isAriaDisabled = rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'

  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy || isAriaDisabled) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      {...style}
      className={classNames(style.className, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || isAriaDisabled || undefined}
      onClick={click}
    >
      {busyLabel === undefined && !busy ? (
        <>
          {icon}
          {children}
        </>
      ) : (
        <span className="bb-btn-labels">
          <span className="bb-btn-label" data-off={busy ? '' : undefined}>
            {icon}
            {children}
          </span>
          <span className="bb-btn-label" data-off={busy ? undefined : ''}>
            <Spinner />
            {busyLabel ?? children}
          </span>
        </span>
      )}
    </button>
  )
}

/** The spinner inside a busy button. Users who prefer reduced motion see only the label. */
export function Spinner() {
  return <span className="bb-spinner" aria-hidden="true" />
}
