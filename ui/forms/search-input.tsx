import { Search, X } from 'lucide-react'
import { IconButton } from '../icon-button.tsx'
import { Input, type InputProps } from '../base/input.tsx'

export interface SearchInputProps extends Omit<InputProps, 'lead' | 'end' | 'type' | 'onChange' | 'value'> {
  label: string
  value: string
  onValueChange: (value: string) => void
}

/** A search field with a magnifier icon and a button that clears it. */
export function SearchInput({ label, value, onValueChange, ...rest }: SearchInputProps) {
  return (
    <Input
      {...rest}
      type="search"
      aria-label={label}
      value={value}
      onChange={(event) => onValueChange(event.currentTarget.value)}
      lead={<Search size={16} strokeWidth={1.75} />}
      end={
        value ? (
          <IconButton
            label="Clear search"
            icon={<X size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => onValueChange('')}
          />
        ) : undefined
      }
    />
  )
}
