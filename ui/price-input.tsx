import { Input, type InputProps } from './base/input.tsx'

/** A price as typed text; the sign of the currency stands in front. Read it with the money functions of the kernel. */
export function PriceInput({ sign, ...rest }: Omit<InputProps, 'lead' | 'end' | 'type'> & { sign: string }) {
  return <Input {...rest} type="text" inputMode="decimal" autoComplete="off" lead={sign} />
}
