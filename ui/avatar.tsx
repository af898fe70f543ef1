import { classNames } from './base/class-names.ts'
import { initials } from './base/initials.ts'

const SIZES = {
  small: 'size-5 rounded-[5px] text-[10px]',
  medium: 'size-9 rounded-control text-[13px]',
}

/** Initials in a square (for a place) or a circle (for a person). Always show the full name next to it. */
export function Avatar(props: { name: string; size?: 'small' | 'medium'; round?: boolean; plain?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 place-items-center font-semibold',
        SIZES[props.size ?? 'medium'],
        props.round && 'rounded-full!',
        props.plain ? 'bg-subtle text-text-2' : 'bg-accent-soft text-accent-text',
      )}
    >
      {initials(props.name)}
    </span>
  )
}
