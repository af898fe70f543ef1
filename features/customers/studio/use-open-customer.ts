import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** The customer that the URL opens above the list. The browser's Back button closes the dialog. */
export function useOpenCustomer() {
  const [query] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const state: { customer?: boolean } | null = location.state

  function search(customer?: string) {
    const next = new URLSearchParams(query)
    if (customer) next.set('customer', customer)
    else next.delete('customer')
    return next.size ? `?${next}` : ''
  }
  return {
    customerId: query.get('customer') ?? undefined,
    open: (customer: string) =>
      void navigate(
        { search: search(customer) },
        { state: { ...state, customer: true }, preventScrollReset: true },
      ),
    close: () =>
      state?.customer
        ? void navigate(-1)
        : void navigate({ search: search() }, { replace: true, preventScrollReset: true }),
  }
}
