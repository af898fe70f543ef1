import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { closeOldErrors } from '#ui/toasts/toast.ts'
import { confirmLeave } from './unsaved-work.ts'
import { guardHistory } from './guarded-history.ts'

/** The browser router, which asks before unsaved changes are lost. */
export function StudioRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => guardHistory(createBrowserHistory({ v5Compat: true }), confirmLeave))
  const [{ location, action }, setPlace] = useState({ location: history.location, action: history.action })
  useLayoutEffect(() => {
    let { pathname } = history.location
    return history.listen((update) => {
      if (update.location.pathname !== pathname) closeOldErrors()
      pathname = update.location.pathname
      startTransition(() => setPlace(update))
    })
  }, [history])
  return (
    <Router navigator={history} location={location} navigationType={action}>
      {children}
    </Router>
  )
}
