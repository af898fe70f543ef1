/** Hand scanners type like keyboards, but faster than hands: this is the longest pause between two of their characters. */
const PAUSE_MS = 100
/** Shorter input is not a ticket's code. */
const FEWEST = 10

/** Reports codes that a hand scanner types while no field has the focus. @returns a function that ends it */
export function listenToHandScanner(onCode: (code: string) => void): () => void {
  let typed = ''
  let lastMs = 0
  function onKey({ key, timeStamp, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
    if (ctrlKey || metaKey || altKey || (target as Element | null)?.closest?.('input, textarea')) return
    if (timeStamp - lastMs > PAUSE_MS) typed = ''
    lastMs = timeStamp
    if (key.length === 1) typed += key
    else if (key === 'Enter') {
      const code = typed
      typed = ''
      if (code.length >= FEWEST) onCode(code)
    }
  }
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}
