import type { ReactNode } from 'react'
import { Card } from '#ui/base/card.tsx'
import { type PaymentMode, findIntegration, requiredNames } from './integrations.ts'
import { MissingConfiguration } from './missing-configuration.tsx'

export interface IntegrationRowProps {
  /** Key in the catalog; an unknown one renders nothing. */
  name: string
  mode: PaymentMode
  /** The action when the integration can be used; without one, a notice names the missing configuration. */
  children?: ReactNode
}

/** One integration of the catalog: its purpose, and its action or missing configuration. */
export function IntegrationRow({ name, mode, children }: IntegrationRowProps) {
  const integration = findIntegration(name)
  if (!integration) return null
  return (
    <Card className="flex flex-col gap-3 p-5 max-md:p-4">
      <div>
        <h2 className="text-subheading">{integration.title}</h2>
        <p className="mt-1 max-w-[64ch] text-text-2">{integration.text}</p>
      </div>
      {children ?? <MissingConfiguration names={requiredNames(name, mode)} />}
    </Card>
  )
}
