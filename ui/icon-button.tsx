import './icon-button.css'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './base/class-names.ts'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** Name of the act: read out, and shown as tooltip. */
  label: string
  icon: ReactNode
  tooltipSide?: 'top' | 'bottom' | 'right'
}

/** An icon alone as a button: 32 px, 44 on touch. */
export function IconButton({ label, icon, tooltipSide, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} describes={false} side={tooltipSide}>
      <button type="button" {...rest} aria-label={label} className={classNames('bb-icon-btn', className)}>
        {icon}
      </button>
    </Tooltip>
  )
}
