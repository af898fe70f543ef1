import { type ReactNode, Suspense, createContext, use, useCallback, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { useAuth } from '../session.tsx'

const LoginPromptDialog = lazy(() => import('./login-prompt-dialog.tsx'), 'over')

/**
 * Lets people signed in pass (true); for others it opens the prompt that names the feature (false). Whoever has a
 * session that is still being read passes too: the guard of the screen waits for it.
 */
type Ask = (feature: string) => boolean

const AskContext = createContext<Ask>(() => true)

export function useLoginPrompt(): Ask {
  return use(AskContext)
}

export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const { user, loading } = useAuth()
  const [feature, setFeature] = useState<string>()
  const [open, setOpen] = useState(false)
  const passes = loading || user !== null

  const ask = useCallback<Ask>(
    (wanted) => {
      if (passes) return true
      setFeature(wanted)
      setOpen(true)
      return false
    },
    [passes],
  )

  return (
    <AskContext value={ask}>
      {children}
      {feature === undefined ? null : (
        <Suspense>
          <LoginPromptDialog feature={feature} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </AskContext>
  )
}
