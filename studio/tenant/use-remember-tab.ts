import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { navItemOf } from '../layout/nav-items.ts'
import { LAST_TAB_KEY, remember } from '../data/storage.ts'

/** Stores the current screen's main tab as the last visited one. */
export function useRememberTab(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const item = navItemOf(pathname)
    if (item && item.id !== 'home') remember(localStorage, LAST_TAB_KEY, item.path)
  }, [pathname])
}
