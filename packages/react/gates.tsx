import type { ReactNode } from 'react'
import { useUser } from './hooks.ts'

/** Shown to whoever is signed in. It hides nothing from others who look: your server decides what it sends. */
export const SignedIn = ({ children }: { children?: ReactNode }) =>
  useUser().status === 'signed-in' ? <>{children}</> : null

/** Shown to whoever is not; nothing until that is known. */
export const SignedOut = ({ children }: { children?: ReactNode }) =>
  useUser().status === 'signed-out' ? <>{children}</> : null
