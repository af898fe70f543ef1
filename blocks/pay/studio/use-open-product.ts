import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** Value of `product` in the query while a new product is being created. */
export const NEW_PRODUCT = 'new'

export interface OpenProduct {
  /** `new`, or the ID of the open product; undefined when none is open. */
  product: string | undefined
  open: (product: string) => void
  close: () => void
}

/** The open product, stored in the query, so that the browser's Back closes it. */
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
