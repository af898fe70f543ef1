import { Button as BaseButton, type ButtonProps as BaseProps } from './base/button.tsx'
import { Tooltip } from './tooltip.tsx'

export interface ButtonProps extends BaseProps {
  /** Disables the button and says why; it stays in the tab order so that everybody can learn the reason. */
  disabledReason?: string | false
}

/** The button of the Studio. */
export function Button({ disabledReason, ...rest }: ButtonProps) {
  if (!disabledReason) return <BaseButton {...rest} />
  return (
    <Tooltip text={disabledReason}>
      <BaseButton {...rest} aria-disabled />
    </Tooltip>
  )
}
