import { useEffect, useRef } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useAuth } from '#studio/session/session.tsx'
import { useTenants } from '#studio/tenant/tenants.ts'
import { Card } from '#ui/base/card.tsx'
import { CardSkeleton } from '#ui/lists/skeletons.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { StepDone } from './step-done.tsx'
import { StepTenant } from './step-tenant.tsx'
import { StepWelcome } from './step-welcome.tsx'
import { type WizardPlace, readWizardPlace, writeWizardPlace } from './wizard-address.ts'
import { WizardSteps } from './wizard-steps.tsx'

/**
 * `/bolt/studio/onboarding`: from the first visit to a working tag in three steps. Visitors see the plans
 * instead.
 */
export default function WizardScreen() {
  const { loading, user } = useAuth()
  if (loading) return <SpinnerScreen label="Loading..." />
  return user ? <Wizard /> : <Navigate to="/pricing" replace />
}

function Wizard() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const place = readWizardPlace(query)
  const step = useRef<HTMLDivElement>(null)
  const shown = useRef(place.step)

  // Move the focus to the new step, so that screen readers announce it.
  useEffect(() => {
    if (shown.current === place.step) return
    shown.current = place.step
    step.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  })

  const go = (next: WizardPlace, replace = false) =>
    void navigate({ search: writeWizardPlace(next) }, { replace })

  return (
    <>
      <h1 className="sr-only">Set up a tenant</h1>
      <WizardSteps current={place.step} />
      <Card className="mt-5 overflow-hidden">
        <div ref={step} className="grid lg:grid-cols-[minmax(0,1fr)_minmax(0,0.86fr)]">
          {place.step === 1 ? <StepWelcome onNext={() => go({ step: 2 })} /> : null}
          {place.step === 2 ? (
            <StepTenant onBack={() => go({ step: 1 })} onMade={(tenant) => go({ step: 3, tenant }, true)} />
          ) : null}
          {place.step === 3 ? <Done id={place.tenant} /> : null}
        </div>
      </Card>
    </>
  )
}

function Done({ id }: { id: string }) {
  const { data, isError, isFetching, refetch } = useTenants()
  const tenant = data?.find((each) => each.id === id)
  if (tenant) return <StepDone tenant={tenant} />
  // The tenant was deleted or belongs to another creator.
  if (data && !isFetching) return <Navigate to={{ search: '' }} replace />
  if (isError)
    return <FailedRow message="Failed to load tenant data" busy={isFetching} onRetry={() => void refetch()} />
  return <CardSkeleton />
}
