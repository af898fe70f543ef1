import { useLocation, useNavigate, useSearchParams } from 'react-router'

export interface OpenOrder {
  orderId: string | undefined
  open: (orderId: string) => void
  close: () => void
}

/** The order that the URL opens above the list. The browser's Back button closes it. */
export function useOpenOrder(): OpenOrder {
  const [query] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const state: { order?: boolean } | null = location.state
  const orderId = query.get('order') ?? undefined

  function search(order?: string) {
    const next = new URLSearchParams(query)
    if (order) next.set('order', order)
    else next.delete('order')
    return next.size ? `?${next}` : ''
  }
  return {
    orderId,
    // Going from one order to another adds no history entry.
    open: (order) =>
      void navigate(
        { search: search(order) },
        {
          state: orderId ? state : { ...state, order: true },
          replace: orderId !== undefined,
          preventScrollReset: true,
        },
      ),
    close: () =>
      state?.order
        ? void navigate(-1)
        : void navigate({ search: search() }, { replace: true, state, preventScrollReset: true }),
  }
}
