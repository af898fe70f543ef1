import { useState } from 'react'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { StepCode } from './step-code.tsx'
import { StepKey } from './step-key.tsx'
import { StepRecoveryCode } from './step-recovery-code.tsx'
import { type StepMethod, methodsOf, useFactors } from './use-factors.ts'

const METHOD_LABELS: Record<StepMethod, string> = {
  totp: 'Use the authenticator app',
  webauthn: 'Use a security key or passkey',
  phone: 'Get a code by text message',
  recovery: 'Use a recovery code',
}

/** The second step of a sign-in, using any of the user's factors. */
export function SecondFactor({ userId, onDone }: { userId: string; onDone?: () => void }) {
  const factors = useFactors(userId)
  const [chosen, setChosen] = useState<StepMethod>()
  if (factors.isError)
    return (
      <FailedRow
        message="Your two-step settings could not be loaded."
        busy={factors.isFetching}
        onRetry={() => void factors.refetch()}
      />
    )
  if (!factors.data)
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        <Skeleton height={44} />
        <Skeleton height={44} />
      </div>
    )

  const methods = methodsOf(factors.data)
  const method = chosen ?? methods[0]!
  const factorsOfMethod = factors.data.filter(
    (factor) => factor.factor_type === method && factor.status === 'verified',
  )
  const done = () => onDone?.()
  return (
    <>
      {method === 'recovery' ? (
        <StepRecoveryCode onDone={done} />
      ) : method === 'webauthn' ? (
        <StepKey factor={factorsOfMethod[0]!} onDone={done} />
      ) : (
        <StepCode key={method} method={method} factors={factorsOfMethod} onDone={done} />
      )}
      <ul className="mt-5 flex flex-col items-start gap-2">
        {methods
          .filter((each) => each !== method)
          .map((each) => (
            <li key={each}>
              <button type="button" className="link cursor-pointer" onClick={() => setChosen(each)}>
                {METHOD_LABELS[each]}
              </button>
            </li>
          ))}
      </ul>
    </>
  )
}
