import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** Begins a new screen at its top and puts the focus there, so that keyboards and screen readers follow. */
export function useArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const type = useNavigationType()
  const seen = useRef(pathname)

  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (type !== NavigationType.Pop) scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname, type])

  return main
}
