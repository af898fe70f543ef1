import type { ReactNode } from 'react'
import { useUser } from './hooks.ts'

/** Shows its children to signed-in users. This is not access control: your server decides what it sends. */
export const SignedIn = ({ children }: { children?: ReactNode }) =>
  useUser().status === 'signed-in' ? <>{children}</> : null

/** Shows its children to visitors who are not signed in, and nothing until that is known. */
export const SignedOut = ({ children }: { children?: ReactNode }) =>
  useUser().status === 'signed-out' ? <>{children}</> : null
