import { useEffect, useRef } from 'react'

/** Focuses a new step's field on mount, because the button that had the focus is no longer on the page. */
export function useFirstFocus<T extends HTMLElement = HTMLInputElement>() {
  const field = useRef<T>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
