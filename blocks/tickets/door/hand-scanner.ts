/** Hand scanners type like keyboards. After a pause of this length the next character begins another code. */
const PAUSE_MS = 1000
/** Shorter input is not a ticket's code. */
const FEWEST = 10

/** Reports codes that a hand scanner types while no field has the focus. @returns a function that ends it */
export function listenToHandScanner(onCode: (code: string) => void): () => void {
  let typed = ''
  let lastMs = 0
  function onKey(event: KeyboardEvent): void {
    const { key, timeStamp, target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || (target as Element | null)?.closest?.('input, textarea')) return
    if (timeStamp - lastMs > PAUSE_MS) typed = ''
    lastMs = timeStamp
    if (key.length === 1) typed += key
    else if (key === 'Enter') {
      const code = typed
      typed = ''
      if (code.length < FEWEST) return
      // It must not press the button that has the focus.
      event.preventDefault()
      onCode(code)
    }
  }
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}
