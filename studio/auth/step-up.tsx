import { Suspense, useCallback, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { useAuth } from '../session/session.tsx'
import { type AuthFailure, authErrorText } from './auth-errors.ts'

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx'), 'over')

/** The proof that the service requires before an action: an emailed code or the second factor. */
export type RequiredProof = 'emailed-code' | 'second-factor'

/** The proof that the user provided. */
export interface Proof {
  /** The code from the email that GET /reauthenticate sent. */
  nonce?: string
}

interface ProofRequest {
  need: RequiredProof
  failure?: string
  /** Counts the requests for proof of one action. */
  attempt: number
  resolve: (proof: Proof | undefined) => void
}

const NEEDS = new Map<string, RequiredProof>([
  ['reauthentication_needed', 'emailed-code'],
  // For a recent session the service asks for the current password, but accepts an emailed code instead.
  ['current_password_required', 'emailed-code'],
  ['reauthentication_not_valid', 'emailed-code'],
  ['insufficient_aal', 'second-factor'],
])

/**
 * Step-up authentication for account actions. `withProof(action)` runs the action; if the service requires
 * proof, a dialog asks for it and the action is retried with the proof. It returns undefined if the user
 * cancels. Render `dialog`.
 */
export function useStepUp() {
  const { user } = useAuth()
  const [request, setProofRequest] = useState<ProofRequest>()

  const withProof = useCallback(
    async <T extends { error: AuthFailure | null }>(
      act: (proof: Proof) => Promise<T>,
    ): Promise<T | undefined> => {
      let proof: Proof = {}
      for (let attempt = 1; ; attempt++) {
        const result = await act(proof)
        const code = result.error?.code ?? ''
        const need = NEEDS.get(code)
        if (!need) {
          setProofRequest(undefined)
          return result
        }
        const failure = code === 'reauthentication_not_valid' ? authErrorText(result.error) : undefined
        const newProof = await new Promise<Proof | undefined>((resolve) =>
          setProofRequest({ need, failure, attempt, resolve }),
        )
        if (!newProof) {
          setProofRequest(undefined)
          return undefined
        }
        proof = { ...proof, ...newProof }
      }
    },
    [],
  )

  const dialog =
    request && user ? (
      <Suspense>
        <StepUpDialog
          key={request.need}
          user={user}
          need={request.need}
          failure={request.failure}
          attempt={request.attempt}
          onProof={request.resolve}
          onCancel={() => request.resolve(undefined)}
        />
      </Suspense>
    ) : null

  return { withProof, dialog }
}
