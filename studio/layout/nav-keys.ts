import type { KeyboardEvent } from 'react'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Key handler for the list of a navigation: arrow keys, Home and End move the focus between its items. */
export function moveBetweenItems(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-nav]')]
  const from = items.findIndex((item) => item === document.activeElement)
  const step = STEPS[event.key]
  let to = -1
  if (event.key === 'Home') to = 0
  else if (event.key === 'End') to = items.length - 1
  else if (step && from >= 0) to = (from + step + items.length) % items.length
  if (to < 0 || from < 0) return
  event.preventDefault()
  items[to]?.focus()
}
