import { Suspense, useCallback, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { useAuth } from '../session.tsx'
import { type AuthFailure, authErrorText } from './auth-errors.ts'

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx'), 'over')

/** What the service asked for before it does the act: the code of a mail, or the second factor. */
export type Need = 'mailed-code' | 'second-factor'

/** What was given for it. */
export interface Proof {
  /** The digits of the mail that GET /reauthenticate sent. */
  nonce?: string
}

interface Question {
  need: Need
  failure?: string
  /** Counts the questions of one act. */
  attempt: number
  answer: (proof: Proof | undefined) => void
}

const NEEDS = new Map<string, Need>([
  ['reauthentication_needed', 'mailed-code'],
  // The service prefers the current password of a young session, and takes the code of a mail in its place.
  ['current_password_required', 'mailed-code'],
  ['reauthentication_not_valid', 'mailed-code'],
  ['insufficient_aal', 'second-factor'],
])

/**
 * Lets an act of the account ask who is there: where the service wants proof, a dialog gets it, and the act goes on
 * with what was asked. `sure(act)` gives undefined back when the person calls it off. Render `dialog` somewhere.
 */
export function useStepUp() {
  const { user } = useAuth()
  const [question, setQuestion] = useState<Question>()

  const sure = useCallback(
    async <T extends { error: AuthFailure | null }>(
      act: (proof: Proof) => Promise<T>,
    ): Promise<T | undefined> => {
      let proof: Proof = {}
      for (let attempt = 1; ; attempt++) {
        const answer = await act(proof)
        const code = answer.error?.code ?? ''
        const need = NEEDS.get(code)
        if (!need) {
          setQuestion(undefined)
          return answer
        }
        const failure = code === 'reauthentication_not_valid' ? authErrorText(answer.error) : undefined
        const given = await new Promise<Proof | undefined>((resolve) =>
          setQuestion({ need, failure, attempt, answer: resolve }),
        )
        if (!given) {
          setQuestion(undefined)
          return undefined
        }
        proof = { ...proof, ...given }
      }
    },
    [],
  )

  const dialog =
    question && user ? (
      <Suspense>
        <StepUpDialog
          key={question.need}
          user={user}
          need={question.need}
          failure={question.failure}
          attempt={question.attempt}
          onProof={question.answer}
          onCancel={() => question.answer(undefined)}
        />
      </Suspense>
    ) : null

  return { sure, dialog }
}
