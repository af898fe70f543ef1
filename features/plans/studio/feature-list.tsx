import { Check } from 'lucide-react'
import { IN_DEVELOPMENT, isInDevelopment } from '#studio/plan/in-development.ts'
import { Badge } from '#ui/base/badge.tsx'

export interface FeatureListProps {
  /** The accessible name of the list. */
  label: string
  features: readonly string[]
  className?: string
}

/**
 * Features of a plan: a check mark before each, or an empty ring and `In development` if it has not shipped.
 */
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
  return (
    <li className={`flex gap-3 ${pending ? 'text-text-2' : ''}`}>
      {pending ? (
        <span aria-hidden="true" className="mt-0.5 size-4 shrink-0 rounded-full border border-control" />
      ) : (
        <Check size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-accent-text" />
      )}
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
