import { Button as BaseButton, type ButtonProps as BaseProps } from './base/button.tsx'
import { Tooltip } from './overlays/tooltip.tsx'

export interface ButtonProps extends BaseProps {
  /**
   * Disables the button and explains why in a tooltip. The button stays focusable so keyboard users can read
   * it.
   */
  disabledReason?: string | false
}

/** The Studio's button: the base button plus a disabled reason. */
export function Button({ disabledReason, ...rest }: ButtonProps) {
  if (!disabledReason) return <BaseButton {...rest} />
  return (
    <Tooltip text={disabledReason}>
      <BaseButton {...rest} aria-disabled />
    </Tooltip>
  )
}
