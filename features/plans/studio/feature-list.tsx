import { Check, Clock } from 'lucide-react'
import { IN_DEVELOPMENT, isInDevelopment } from '#studio/plan-features.ts'
import { Badge } from '#ui/base/badge.tsx'

export interface FeatureListProps {
  /** The accessible name of the list. */
  label: string
  features: readonly string[]
  className?: string
}

/** What is in a plan: a check mark before each row, or a clock and `In development` where it has not shipped. */
export function FeatureList({ label, features, className }: FeatureListProps) {
  return (
    <ul aria-label={label} className={className}>
      {features.map((feature) => (
        <Feature key={feature} name={feature} />
      ))}
    </ul>
  )
}

function Feature({ name }: { name: string }) {
  const pending = isInDevelopment(name)
  const Icon = pending ? Clock : Check
  return (
    <li className={`flex gap-3 ${pending ? 'text-text-2' : ''}`}>
      <Icon
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className={`mt-0.5 shrink-0 ${pending ? 'text-text-3' : 'text-accent-text'}`}
      />
      <span className="min-w-0 flex-1">{name}</span>
      {pending ? (
        <span className="shrink-0">
          {' '}
          <Badge tone="outline">{IN_DEVELOPMENT}</Badge>
        </span>
      ) : null}
    </li>
  )
}
