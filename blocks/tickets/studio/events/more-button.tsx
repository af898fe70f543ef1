import { ChevronDown } from 'lucide-react'
import { Button } from '#ui/button.tsx'

/** Opens settings that most events do not need. */
export function MoreButton({
  isOpen,
  label,
  onToggle,
}: {
  isOpen: boolean
  label: string
  onToggle: () => void
}) {
  return (
    <Button
      size="small"
      variant="ghost"
      className="-ml-3"
      aria-expanded={isOpen}
      icon={
        <ChevronDown
          size={16}
          strokeWidth={1.75}
          aria-hidden
          className={isOpen ? 'rotate-180 transition-transform' : 'transition-transform'}
        />
      }
      onClick={onToggle}
    >
      {isOpen ? 'Fewer settings' : label}
    </Button>
  )
}
