import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { toast } from '#ui/toasts/toast.ts'

/** Shows the result of a €1 payment once, in the tab that returns from it, and cleans up the address. */
export function useSmokeReturn(): void {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const hasShownResult = useRef(false)
  const smoke = query.get('smoke')

  useEffect(() => {
    if (smoke === null || hasShownResult.current) return
    hasShownResult.current = true
    if (smoke === 'paid') toast.success('Smoke test paid', '€1 of real money went to your own account.')
    else if (smoke === 'open') toast.info('The smoke test is not paid yet')
    void navigate('/studio/connect/stripe', { replace: true })
  })
}
