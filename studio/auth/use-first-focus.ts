import { useEffect, useRef } from 'react'

/** Puts the focus into the field of a step that took the place of another: the button pressed is gone. */
export function useFirstFocus<T extends HTMLElement = HTMLInputElement>() {
  const field = useRef<T>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
