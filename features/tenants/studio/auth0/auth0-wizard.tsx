import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { TenantRow } from '#studio/tenants.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Auth0Check } from '#features/tenants/endpoints-auth0.ts'
import { type Auth0Draft, STEPS, type Step, draftOf, isFilled, tidied } from './auth0-draft.ts'
import { Auth0Steps } from './auth0-steps.tsx'
import { StepAddresses } from './step-addresses.tsx'
import { StepCreate } from './step-create.tsx'
import { StepCredentials } from './step-credentials.tsx'
import { StepFinish } from './step-finish.tsx'
import { connectFailure, testFailure, useConnectAuth0, useTestAuth0 } from './use-auth0.ts'

/** Where somebody was when they closed the window; never the secret. */
export interface KeptWizard {
  step: Step
  draft: Auth0Draft
}

export interface Auth0WizardProps {
  tenant: TenantRow
  step: Step
  onStep: (step: Step) => void
  kept: KeptWizard | undefined
  onKeep: (kept: KeptWizard | undefined) => void
  onClose: () => void
}

/** From nothing to visitors who sign in with Auth0, in four steps. Nothing of the tenant changes before the last. */
export default function Auth0Wizard({ tenant, step, onStep, kept, onKeep, onClose }: Auth0WizardProps) {
  const [check, setCheck] = useState<{ of: string; found: Auth0Check }>()
  const { register, control, getValues } = useForm<Auth0Draft>({
    defaultValues: kept?.draft ?? draftOf(tenant),
  })
  const draft = { ...getValues(), ...useWatch({ control }) }
  const test = useTestAuth0(tenant.id, () => onStep(3))
  const connect = useConnectAuth0(tenant.id, () => {
    onKeep(undefined)
    onClose()
  })
  const busy = test.isPending || connect.isPending
  // What was found counts for what was tried, and for nothing that was typed since.
  const tried = JSON.stringify(tidied(draft))
  const found = check?.of === tried ? check.found : undefined

  // Kept as it is typed: the browser's own Back closes without a word.
  const typed = JSON.stringify({ ...draft, client_secret: '' })
  useEffect(() => onKeep({ step, draft: JSON.parse(typed) as Auth0Draft }), [onKeep, step, typed])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (step === 3) connect.mutate(tidied(draft))
    else if (step < 2) onStep((step + 1) as Step)
    else if (isFilled(draft)) {
      // What failed before this test says nothing about what it finds.
      connect.reset()
      test.mutate(tidied(draft), { onSuccess: (answer) => setCheck({ of: tried, found: answer }) })
    }
  }

  const problem =
    step === 2 && test.isError && !busy
      ? { title: 'Connection Test Failed', words: testFailure(test.error) }
      : step === 3 && connect.isError && !busy
        ? { title: 'Connection Failed', words: connectFailure(connect.error) }
        : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Connect Auth0"
      description={tenant.name}
      onSubmit={submit}
      footer={<Foot step={step} busy={busy} filled={isFilled(draft)} onStep={onStep} />}
    >
      <div className="flex flex-col gap-5">
        <Auth0Steps current={step} onStep={(next) => !busy && onStep(next)} />
        <StepHeading step={step} />
        {step === 0 ? <StepCreate /> : null}
        {step === 1 ? <StepAddresses tenantId={tenant.id} /> : null}
        {step === 2 ? <StepCredentials register={register} stored={tenant.auth0_client_secret_set} /> : null}
        {step === 3 ? <StepFinish draft={draft} check={found} /> : null}
        {problem ? (
          <Notice tone="danger" role="alert" title={problem.title}>
            {problem.words}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  )
}

/** Another step is another page for people who cannot see that it changed: focus goes to its heading. */
function StepHeading({ step }: { step: Step }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return (
    <h3 ref={heading} tabIndex={-1} data-begin className="text-subheading outline-none">
      {STEPS[step]}
    </h3>
  )
}

interface FootProps {
  step: Step
  busy: boolean
  filled: boolean
  onStep: (step: Step) => void
}

function Foot({ step, busy, filled, onStep }: FootProps) {
  return (
    <>
      {step > 0 ? (
        <Button disabled={busy} onClick={() => onStep((step - 1) as Step)}>
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
        <Button type="submit" variant="primary" busy={busy} busyLabel="Connecting...">
          Complete Connection
        </Button>
      )}
    </>
  )
}
