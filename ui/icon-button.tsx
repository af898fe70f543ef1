import './icon-button.css'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './base/class-names.ts'
import { Tooltip } from './overlays/tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** Accessible name of the action, also shown as a tooltip. */
  label: string
  icon: ReactNode
  tooltipSide?: 'top' | 'bottom' | 'right'
}

/** A button that is only an icon: 32 px, or 44 px on touch screens. */
export function IconButton({ label, icon, tooltipSide, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} describes={false} side={tooltipSide}>
      <button type="button" {...rest} aria-label={label} className={classNames('bb-icon-btn', className)}>
        {icon}
      </button>
    </Tooltip>
  )
}
