import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** Value of `product` in the address while a new one is typed. */
export const NEW_PRODUCT = 'new'

export interface OpenProduct {
  /** `new`, the id of the product that is open, or none. */
  product: string | undefined
  open: (product: string) => void
  close: () => void
}

/** The product that the address has open beside the tab; the browser's Back closes it. */
export function useOpenProduct(): OpenProduct {
  const [query] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const state: { opened?: boolean; product?: boolean } | null = location.state

  const search = (product?: string) => {
    const next = new URLSearchParams(query)
    if (product) next.set('product', product)
    else next.delete('product')
    return `?${next}`
  }
  return {
    product: query.get('product') ?? undefined,
    open: (product) => void navigate({ search: search(product) }, { state: { ...state, product: true } }),
    close: () =>
      state?.product ? void navigate(-1) : void navigate({ search: search() }, { replace: true, state }),
  }
}
