import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { STEPS, type Step } from './auth0-draft.ts'

/** Reads the wizard's step from the query (`auth0=1` to `4`); undefined for anything else. */
export function readStep(query: URLSearchParams): Step | undefined {
  const value = query.get('auth0') ?? ''
  const at = STEPS.findIndex((_, index) => value === String(index + 1))
  return at < 0 ? undefined : (at as Step)
}

export interface OpenWizard {
  /** Undefined while the wizard is closed. */
  step: Step | undefined
  open: (step: Step) => void
  /** Goes to another step of the open wizard. */
  turn: (step: Step) => void
  close: () => void
}

/** The wizard's step in the URL, next to the tab. The browser's Back button closes the wizard. */
export function useOpenWizard(): OpenWizard {
  const [query] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const state: { opened?: boolean; auth0?: boolean } | null = location.state

  const search = (step?: Step) => {
    const next = new URLSearchParams(query)
    if (step === undefined) next.delete('auth0')
    else next.set('auth0', String(step + 1))
    return `?${next}`
  }
  return {
    step: readStep(query),
    open: (step) => void navigate({ search: search(step) }, { state: { ...state, auth0: true } }),
    turn: (step) => void navigate({ search: search(step) }, { replace: true, state }),
    close: () =>
      state?.auth0 ? void navigate(-1) : void navigate({ search: search() }, { replace: true, state }),
  }
}
