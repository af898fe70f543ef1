import { useEffect } from 'react'
import { useCurrentItem } from '../layout/use-nav-items.ts'
import { LAST_TAB_KEY, remember } from '../data/storage.ts'

/** Stores the current screen's main tab as the last visited one. */
export function useRememberTab(): void {
  const item = useCurrentItem()
  useEffect(() => {
    if (item && item.id !== 'home') remember(localStorage, LAST_TAB_KEY, item.path)
  }, [item])
}
