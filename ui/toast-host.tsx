import { Suspense, lazy, useEffect, useState } from 'react'
import { onFirstToast } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

/** Stands once near the root; brings the toaster's code when the first toast comes. */
export function ToastHost() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  if (!wanted) return null
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}
