import { useLocation, useNavigate, useSearchParams } from 'react-router'

export interface PlaceInAddress {
  /** What the parameter holds; undefined where it is not there. */
  value: string | undefined
  /** Opens something: the browser's Back closes it again. */
  open: (value: string) => void
  /** Changes it without a step in the history; undefined takes it out. */
  show: (value: string | undefined) => void
  close: () => void
}

/** One parameter of the address: an open window, a tab, a search. Everything else in the address stays. */
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
