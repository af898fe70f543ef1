// A page is there and readable before its script: the server rendered it. The script with the views behind it comes
// when somebody turns to the block, and what they did meanwhile is done again for it.

const INTENT = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'change'] as const

/**
 * Calls `wake` at the first sign of interest; clicks and submits that come before it is done are held back and
 * repeated after. `wake` may fail (no network): then the next sign calls it again.
 */
export function dozeUntilTouched(wake: () => Promise<unknown>, root: Document = document): void {
  let held: (() => void) | undefined
  let done = false

  function rouse(): void {
    void wake().then(
      () => {
        if (done) return
        done = true
        for (const type of INTENT) root.removeEventListener(type, rouse, true)
        root.removeEventListener('click', hold, true)
        root.removeEventListener('submit', hold, true)
        held?.()
      },
      () => {},
    )
  }

  function hold(event: Event): void {
    const target = event.target as HTMLElement
    // Links work by themselves.
    if (done || target.closest('a')) return
    event.preventDefault()
    event.stopPropagation()
    held = () => (event.type === 'submit' ? (target as HTMLFormElement).requestSubmit() : target.click())
    rouse()
  }

  for (const type of INTENT) root.addEventListener(type, rouse, true)
  root.addEventListener('click', hold, true)
  root.addEventListener('submit', hold, true)
}
