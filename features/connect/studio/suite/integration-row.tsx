import type { ReactNode } from 'react'
import { Card } from '#ui/base/card.tsx'
import { type PaymentMode, integrationOf, requiredNames } from './integrations.ts'
import { MissingConfiguration } from './missing-configuration.tsx'

export interface IntegrationRowProps {
  /** Of the catalogue; one that is not in it renders nothing. */
  name: string
  mode: PaymentMode
  /** The act, where the integration can be used; without one the notice says what is missing. */
  children?: ReactNode
}

/** One integration of the catalogue: what it is for, and the act or what is missing for it. */
export function IntegrationRow({ name, mode, children }: IntegrationRowProps) {
  const integration = integrationOf(name)
  if (!integration) return null
  return (
    <Card className="flex flex-col gap-4 p-5 max-md:p-4">
      <div>
        <h2 className="text-subheading">{integration.title}</h2>
        <p className="mt-1 max-w-[64ch] text-text-2">{integration.text}</p>
      </div>
      {children ?? <MissingConfiguration names={requiredNames(name, mode)} />}
    </Card>
  )
}
