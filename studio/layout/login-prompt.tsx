import { type ReactNode, Suspense, createContext, use, useCallback, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { useAuth } from '../session.tsx'

const LoginPromptDialog = lazy(() => import('./login-prompt-dialog.tsx'), 'over')

/** Lets people signed in pass (true); for others it opens the prompt that names the feature (false). */
type Ask = (feature: string) => boolean

const AskContext = createContext<Ask>(() => true)

export function useLoginPrompt(): Ask {
  return use(AskContext)
}

export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const [feature, setFeature] = useState<string>()
  const [open, setOpen] = useState(false)
  const signedIn = user !== null

  const ask = useCallback<Ask>(
    (wanted) => {
      if (signedIn) return true
      setFeature(wanted)
      setOpen(true)
      return false
    },
    [signedIn],
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
