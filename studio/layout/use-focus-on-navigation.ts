import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * After navigation, scrolls to the top and focuses the main element, for keyboard and screen reader users.
 */
export function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const type = useNavigationType()
  const seen = useRef(pathname)

  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (type !== NavigationType.Pop) scrollTo(0, 0)
    // A dialog that opened meanwhile keeps the focus, so that no typed letter is lost.
    if (document.activeElement?.closest('[role=dialog]')) return
    main.current?.focus({ preventScroll: true })
  }, [pathname, type])

  return main
}
