import type { ReactNode } from 'react'
import { Card } from '#ui/base/card.tsx'
import { type PaymentMode, findIntegration, requiredNames } from './integrations.ts'
import { MissingConfiguration } from './missing-configuration.tsx'

export interface IntegrationRowProps {
  /** Key in the catalog; an unknown one renders nothing. */
  name: string
  mode: PaymentMode
  /** Level of the heading. */
  level?: 2 | 3
  /** The action when the integration can be used; without one, a notice names the missing configuration. */
  children?: ReactNode
}

/** One integration of the catalog: its purpose, and its action or missing configuration. */
export function IntegrationRow({ name, mode, level = 2, children }: IntegrationRowProps) {
  const integration = findIntegration(name)
  if (!integration) return null
  const Heading = `h${level}` as const
  return (
    <Card className="flex flex-col justify-between gap-3 p-5 max-md:p-4">
      <div>
        <Heading className="text-subheading">{integration.title}</Heading>
        <p className="mt-1 max-w-[64ch] text-text-2">{integration.text}</p>
      </div>
      {children ?? <MissingConfiguration names={requiredNames(name, mode)} />}
    </Card>
  )
}
