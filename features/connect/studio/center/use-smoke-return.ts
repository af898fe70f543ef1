import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { toast } from '#ui/toast.ts'

/** Says how a payment of €1 ended, once, in the tab that comes back from it, and tidies the address. */
export function useSmokeReturn(): void {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const told = useRef(false)
  const smoke = query.get('smoke')

  useEffect(() => {
    if (smoke === null || told.current) return
    told.current = true
    if (smoke === 'paid') toast.success('Smoke test paid', 'Real money has moved: €1, to your own account.')
    else if (smoke === 'open') toast.info('The smoke test is not paid yet')
    void navigate('/studio/connect/stripe', { replace: true })
  })
}
