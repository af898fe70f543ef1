import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useDraft } from '#studio/data/use-draft.ts'
import { Button } from '#ui/button.tsx'
import { DescriptionField } from '../description-field.tsx'
import { NameField } from '../name-field.tsx'
import { type WizardForm, wizardForm } from '../tenant-form.ts'
import { useCreateTenant } from '../use-create-tenant.ts'
import { readStoredForm } from './stored-form.ts'
import { SiteSample } from './site-sample.tsx'
import { StepPane } from './step-pane.tsx'

/**
 * The name and an optional description. The values survive an error, a reload and a return to the first step.
 */
export function StepTenant({ onBack, onMade }: { onBack: () => void; onMade: (id: string) => void }) {
  const form = useForm<WizardForm>({
    resolver: zodResolver(wizardForm),
    defaultValues: { name: '', description: '' },
  })
  const { control, handleSubmit, setError, setFocus } = form
  const forget = useDraft('tenant', form, readStoredForm)
  const name = useWatch({ control, name: 'name' }).trim()
  const create = useCreateTenant({
    onMade(id) {
      forget()
      onMade(id)
    },
    onFailed: (message) => setError('name', { message }),
  })
  useEffect(() => setFocus('name'), [setFocus])

  return (
    <>
      <form noValidate className="contents" onSubmit={handleSubmit((typed) => create.mutate(typed))}>
        <StepPane
          title="Name your tenant"
          text="Usually the name of your site or business. You can change it later."
          actions={
            <>
              <Button
                type="submit"
                variant="primary"
                disabled={!name}
                busy={create.isPending}
                busyLabel="Creating..."
              >
                Create Tenant
              </Button>
              <Button disabled={create.isPending} onClick={onBack}>
                Back
              </Button>
            </>
          }
        >
          <div className="flex max-w-[420px] flex-col gap-4">
            <NameField form={form} placeholder="Hearth & Rye" autoComplete="organization" />
            <DescriptionField form={form} />
          </div>
        </StepPane>
      </form>
      <SiteSample name={name} />
    </>
  )
}
