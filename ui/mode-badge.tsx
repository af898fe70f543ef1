import { FlaskConical } from 'lucide-react'
import { Badge } from './base/badge.tsx'

/** Whether money is real here: test is amber with the flask, live is green with a dot, always in words. */
export function ModeBadge({ mode }: { mode: 'test' | 'live' }) {
  if (mode === 'live')
    return (
      <Badge tone="ok" dot="ok">
        Live mode
      </Badge>
    )
  return (
    <Badge tone="warn" icon={<FlaskConical strokeWidth={1.75} />}>
      Test mode
    </Badge>
  )
}
