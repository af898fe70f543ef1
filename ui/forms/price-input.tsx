import { Input, type InputProps } from '../base/input.tsx'

/** A price field with the currency sign in front. Parse its text with the kernel's money functions. */
export function PriceInput({ sign, ...rest }: Omit<InputProps, 'lead' | 'end' | 'type'> & { sign: string }) {
  return <Input {...rest} type="text" inputMode="decimal" autoComplete="off" lead={sign} />
}
