import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Auth0Check } from '#features/tenants/endpoints-auth0.ts'
import { type Auth0Draft, STEPS, type Step, draftOf, isFilled, tidied } from './auth0-draft.ts'
import { Auth0Steps } from './auth0-steps.tsx'
import { StepAddresses } from './step-addresses.tsx'
import { StepCreate } from './step-create.tsx'
import { StepCredentials } from './step-credentials.tsx'
import { StepFinish } from './step-finish.tsx'
import { connectFailure, testFailure, useConnectAuth0, useTestAuth0 } from './use-auth0.ts'

/** The step and the draft when the wizard was closed. It never has the secret. */
export interface StoredWizard {
  step: Step
  draft: Auth0Draft
}

export interface Auth0WizardProps {
  tenant: TenantRow
  step: Step
  onStep: (step: Step) => void
  kept: StoredWizard | undefined
  onKeep: (kept: StoredWizard | undefined) => void
  onClose: () => void
}

/** Connects Auth0 in four steps. The tenant does not change before the last one. */
export default function Auth0Wizard({ tenant, step, onStep, kept, onKeep, onClose }: Auth0WizardProps) {
  const [check, setCheck] = useState<{ of: string; found: Auth0Check }>()
  const { register, control, getValues } = useForm<Auth0Draft>({
    defaultValues: kept?.draft ?? draftOf(tenant),
  })
  const draft = { ...getValues(), ...useWatch({ control }) }
  /** The step that was chosen last: the router shows it in a transition, and another press may come before. */
  const chosen = useRef(step)
  useEffect(() => {
    chosen.current = step
  }, [step])
  function turn(next: Step) {
    chosen.current = next
    onStep(next)
  }
  const test = useTestAuth0(tenant.id, () => turn(3))
  const connect = useConnectAuth0(tenant.id, () => {
    onKeep(undefined)
    onClose()
  })
  const busy = test.isPending || connect.isPending
  // The result is valid only for the values that were tested, not for later edits.
  const tested = JSON.stringify(tidied(draft))
  const found = check?.of === tested ? check.found : undefined

  // The draft is stored on every change, because the browser's Back button closes the wizard without an
  // event.
  const publicDraft = JSON.stringify({ ...draft, client_secret: '' })
  useEffect(() => onKeep({ step, draft: JSON.parse(publicDraft) as Auth0Draft }), [onKeep, step, publicDraft])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (step === 3) connect.mutate(tidied(draft))
    else if (step < 2) turn(Math.min(2, chosen.current + 1) as Step)
    else if (isFilled(draft)) {
      // An earlier connection error does not apply to this test.
      connect.reset()
      test.mutate(tidied(draft), { onSuccess: (result) => setCheck({ of: tested, found: result }) })
    }
  }

  const problem =
    step === 2 && test.isError && !busy
      ? { title: 'Connection Test Failed', text: testFailure(test.error) }
      : step === 3 && connect.isError && !busy
        ? { title: 'Connection Failed', text: connectFailure(connect.error) }
        : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Connect Auth0"
      description={`Let visitors of ${tenant.name} sign in with your own Auth0 application.`}
      onSubmit={submit}
      footer={
        <Foot
          step={step}
          busy={busy}
          filled={isFilled(draft)}
          onBack={() => turn(Math.max(0, chosen.current - 1) as Step)}
        />
      }
    >
      <div className="flex flex-col gap-5">
        <Auth0Steps
          current={step}
          skipped={step === 3 && !isFilled(draft)}
          onStep={(next) => !busy && turn(next)}
        />
        <StepHeading step={step} />
        {step === 0 ? <StepCreate /> : null}
        {step === 1 ? <StepAddresses tenantId={tenant.id} /> : null}
        {step === 2 ? <StepCredentials register={register} stored={tenant.auth0_client_secret_set} /> : null}
        {step === 3 ? <StepFinish draft={draft} check={found} /> : null}
        {problem ? (
          <Notice tone="danger" role="alert" title={problem.title}>
            {problem.text}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  )
}

/**
 * The heading of the step. It takes the focus when the step changes, so that screen readers announce the new
 * step.
 */
function StepHeading({ step }: { step: Step }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return (
    <div>
      <p className="text-small text-text-2">
        Step {step + 1} of {STEPS.length}
      </p>
      <h3 ref={heading} tabIndex={-1} data-begin className="text-subheading outline-none">
        {STEPS[step]}
      </h3>
    </div>
  )
}

interface FootProps {
  step: Step
  busy: boolean
  filled: boolean
  onBack: () => void
}

function Foot({ step, busy, filled, onBack }: FootProps) {
  // Without the values there is nothing to complete yet: the next step is to go back.
  const next = filled ? 'primary' : 'secondary'
  return (
    <>
      {step > 0 ? (
        <Button variant={step === 3 && !filled ? 'primary' : 'secondary'} disabled={busy} onClick={onBack}>
          {step === 3 ? 'Back to Edit' : 'Previous'}
        </Button>
      ) : null}
      {step < 2 ? (
        <Button type="submit" variant="primary">
          Next
        </Button>
      ) : step === 2 ? (
        <Button type="submit" variant="primary" disabled={!filled} busy={busy} busyLabel="Testing...">
          Test Connection
        </Button>
      ) : (
        <Button type="submit" variant={next} busy={busy} busyLabel="Connecting...">
          Complete Connection
        </Button>
      )}
    </>
  )
}
