import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { goTo } from '../go-to.ts'
import { portalFailure, portalUrl } from './open-portal.ts'

/** Opens the provider's portal with cards, plans and invoices; it returns to the current page. */
export function ManageBilling(look: Pick<ButtonProps, 'variant' | 'size' | 'wide'>) {
  const { pathname, search } = useLocation()
  const open = useMutation({
    mutationFn: async () => goTo(await portalUrl(pathname + search), 'No portal URL received'),
    onError: (error) => toast.error('Error', portalFailure(error)),
  })
  return (
    <Button {...look} busy={open.isPending} busyLabel="Opening..." onClick={() => open.mutate()}>
      Manage Billing
    </Button>
  )
}
