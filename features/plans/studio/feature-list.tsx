import { Check } from 'lucide-react'

export interface FeatureListProps {
  /** Names the list for those who hear it. */
  label: string
  features: readonly string[]
  className?: string
}

/** What is in a plan, a check mark before each. */
export function FeatureList({ label, features, className }: FeatureListProps) {
  return (
    <ul aria-label={label} className={className}>
      {features.map((feature) => (
        <li key={feature} className="flex gap-3">
          <Check size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-accent-text" />
          {feature}
        </li>
      ))}
    </ul>
  )
}
