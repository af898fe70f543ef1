// A page is there and readable before its script: the server rendered it. The script with the views behind it comes
// when somebody turns to the block, and what they did meanwhile is done again for it.

const INTENT = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'change'] as const

/**
 * Calls `wake` at the first sign of interest. Clicks on buttons and submits that come before it is done are held back
 * and repeated after; a choice (radio, checkbox) shows at once and is made again for the views, which know nothing of
 * it. `wake` may fail (no network): then the next sign calls it again.
 * @param early clicks and submits that were held before this script was there
 */
export function dozeUntilTouched(
  wake: () => Promise<unknown>,
  root: Document = document,
  early: Event[] = [],
): void {
  let held: (() => void)[] = []
  const listening = new AbortController()
  const listen = (type: string, hear: (event: Event) => void) =>
    root.addEventListener(type, hear, { capture: true, signal: listening.signal })

  async function rouse(): Promise<void> {
    try {
      await wake()
    } catch {
      // What was meant for that moment must not happen at a later one.
      held = []
      return
    }
    listening.abort()
    for (const again of held.splice(0)) again()
  }

  function hold(event: Event): void {
    const target = event.target as HTMLElement
    if (event.type === 'click' && !target.closest('button')) return
    event.preventDefault()
    event.stopPropagation()
    held.push(() => (event.type === 'submit' ? (target as HTMLFormElement).requestSubmit() : target.click()))
    void rouse()
  }

  function chooseAgain(field: HTMLInputElement): void {
    const { checked } = field
    if (!isChoice(field)) return
    held.push(() => {
      // Taken back without a word, then made again with all its events.
      field.checked = !checked
      field.click()
    })
  }

  listen('change', ({ target }) => chooseAgain(target as HTMLInputElement))
  for (const type of INTENT) listen(type, rouse)
  listen('click', hold)
  listen('submit', hold)

  // On a slow network somebody fills the form in before this script is there, and gives no further sign.
  const touched = [...root.querySelectorAll('input')].filter(
    (field) => field === root.activeElement || (isChoice(field) ? chosen(field) : written(field)),
  )
  touched.filter(chosen).forEach(chooseAgain)
  if (touched.length > 0) void rouse()
  early.forEach(hold)
}

// A choice without a value of its own has "on", and none by default.
const isChoice = ({ type }: HTMLInputElement) => /^(radio|checkbox)$/.test(type)
const written = ({ value, defaultValue }: HTMLInputElement) => value !== defaultValue
const chosen = ({ checked, defaultChecked }: HTMLInputElement) => checked && !defaultChecked
