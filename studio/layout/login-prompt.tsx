import { type ReactNode, Suspense, createContext, use, useCallback, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { useAuth } from '../session/session.tsx'

const LoginPromptDialog = lazy(() => import('./login-prompt-dialog.tsx'), 'over')

/**
 * Returns true for signed-in users. For visitors, opens a prompt that names the feature and returns false.
 * Also returns true while a session is still loading, because the screen's guard waits for it.
 */
type RequireLogin = (feature: string) => boolean

const RequireLoginContext = createContext<RequireLogin>(() => true)

export function useLoginPrompt(): RequireLogin {
  return use(RequireLoginContext)
}

export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const { user, loading } = useAuth()
  const [feature, setFeature] = useState<string>()
  const [open, setOpen] = useState(false)
  const isAllowed = loading || user !== null

  const requireLogin = useCallback<RequireLogin>(
    (requestedFeature) => {
      if (isAllowed) return true
      setFeature(requestedFeature)
      setOpen(true)
      return false
    },
    [isAllowed],
  )

  return (
    <RequireLoginContext value={requireLogin}>
      {children}
      {feature === undefined ? null : (
        <Suspense>
          <LoginPromptDialog feature={feature} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </RequireLoginContext>
  )
}
