import { FlaskConical } from 'lucide-react'
import { Badge } from './base/badge.tsx'

/**
 * Shows whether payments are real: test mode is amber with a flask, live mode is green with a dot. Both have
 * text.
 */
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
