import { Link } from 'react-router'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { Card } from '#ui/base/card.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { requireTwoStep } from '../endpoints.ts'
import type { Staff } from '../endpoints.ts'
import { useStaffChange } from './use-staff.ts'

/** Whether staff must sign in with a second step. It names how many members that would shut out today. */
export function TwoStepSetting({ tenantId, staff }: { tenantId: string; staff: Staff }) {
  const change = useStaffChange(
    (required: boolean) => call(requireTwoStep, { tenantId, required }),
    'The setting was saved',
    () => undefined,
  )
  const ownerIsReady = staff.members.some(({ role, two_step }) => role === 'owner' && two_step)
  return (
    <section aria-labelledby="two-step-title">
      <h2 id="two-step-title" className="mb-3 text-subheading">
        Two-step verification
      </h2>
      <Card className="px-5 py-4 max-md:px-4">
        <Switch
          checked={change.isPending ? change.variables : staff.two_step_required}
          busy={change.isPending}
          onCheckedChange={(required) => change.mutate(required)}
        >
          Require two-step verification of staff
        </Switch>
        <p className="mt-1 text-text-2">
          {effectOn(staff)}
          {ownerIsReady ? null : (
            <>
              {' '}
              Set it up for{' '}
              <Link to="/studio/account" className="underline underline-offset-2">
                your own account
              </Link>{' '}
              first.
            </>
          )}
        </p>
        {change.isError ? (
          <p className="bb-error mt-2" role="alert">
            {callErrorText(change.error, 'The setting was not saved. Try again.')}
          </p>
        ) : null}
      </Card>
    </section>
  )
}

/** Whom the setting would shut out today. */
function effectOn({ members }: Staff): string {
  const without = members.filter(({ role, two_step }) => role !== 'owner' && !two_step).length
  if (members.length === 1) return 'It applies to everyone you invite.'
  if (without === 0) return 'Everyone on the staff has set it up.'
  return `${without} of your staff ${without === 1 ? 'has' : 'have'} not set it up. This tenant does not open for them until they do.`
}
