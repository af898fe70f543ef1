import { classNames } from '../base/class-names.ts'
import { Input, type InputProps } from '../base/input.tsx'

/**
 * A price field with the currency sign (`€`) or code (`CHF`) in front. Parse its text with the kernel's money functions.
 */
export function PriceInput({
  sign,
  className,
  ...rest
}: Omit<InputProps, 'lead' | 'end' | 'type'> & { sign: string }) {
  return (
    <Input
      {...rest}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      lead={sign}
      className={classNames(sign.length > 1 && 'ps-13', className)}
    />
  )
}
