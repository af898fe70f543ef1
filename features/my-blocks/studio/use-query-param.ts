import { useLocation, useNavigate, useSearchParams } from 'react-router'

export interface PlaceInAddress {
  /** The parameter's value; undefined if it is missing. */
  value: string | undefined
  /** Sets the value with a history entry, so that the browser's Back button closes it again. */
  open: (value: string) => void
  /** Replaces the value without a history entry; undefined removes it. */
  show: (value: string | undefined) => void
  close: () => void
}

/** One parameter of the address: an open dialog, a tab, a search. All other parameters stay unchanged. */
export function usePlace(name: string): PlaceInAddress {
  const [query] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const state: Record<string, unknown> | null = location.state

  const search = (value: string | undefined) => {
    const next = new URLSearchParams(query)
    if (value) next.set(name, value)
    else next.delete(name)
    return { search: next.size ? `?${next}` : '' }
  }
  const show = (value: string | undefined) => void navigate(search(value), { replace: true, state })
  return {
    value: query.get(name) ?? undefined,
    open: (value) => void navigate(search(value), { state: { ...state, [name]: true } }),
    show,
    close: () => (state?.[name] ? void navigate(-1) : show(undefined)),
  }
}
