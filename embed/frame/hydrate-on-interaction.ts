// The server renders the page, so it is readable before its script loads. The script that hydrates the views
// loads on the first interaction; events until then are replayed afterwards.

const INTENT = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'change'] as const

/**
 * Calls `wake` at the first sign of interest. Clicks on buttons and submits that happen before it completes
 * are held and replayed. A choice (radio, checkbox) takes effect at once and is replayed for the views, which
 * have not seen it. If `wake` fails (no network), the next sign calls it again.
 * @param early clicks and submits held before this script was loaded
 */
export function hydrateOnInteraction(
  wake: () => Promise<unknown>,
  root: Document = document,
  early: Event[] = [],
): void {
  let held: (() => void)[] = []
  const listening = new AbortController()
  const listen = (type: string, hear: (event: Event) => void) =>
    root.addEventListener(type, hear, { capture: true, signal: listening.signal })

  async function hydrate(): Promise<void> {
    try {
      await wake()
    } catch {
      // The held events were meant for this moment and must not run later.
      held = []
      return
    }
    listening.abort()
    for (const replay of held.splice(0)) replay()
  }

  function holdEvent(event: Event): void {
    const target = event.target as HTMLElement
    if (event.type === 'click' && !target.closest('button')) return
    event.preventDefault()
    event.stopPropagation()
    held.push(() => (event.type === 'submit' ? (target as HTMLFormElement).requestSubmit() : target.click()))
    void hydrate()
  }

  function replayChoice(field: HTMLInputElement): void {
    const { checked } = field
    if (!isChoice(field)) return
    held.push(() => {
      // Reset silently, then chosen again with all its events.
      field.checked = !checked
      field.click()
    })
  }

  listen('change', ({ target }) => replayChoice(target as HTMLInputElement))
  for (const type of INTENT) listen(type, hydrate)
  listen('click', holdEvent)
  listen('submit', holdEvent)

  // On a slow network visitors may fill in the form before this script loads and do nothing afterwards.
  const touched = [...root.querySelectorAll<HTMLInputElement>('input,textarea,select')].filter(
    (field) => field === root.activeElement || (isChoice(field) ? chosen(field) : written(field)),
  )
  touched.filter(chosen).forEach(replayChoice)
  if (touched.length > 0) void hydrate()
  early.forEach(holdEvent)
}

// A choice without a value has "on", and no default.
const isChoice = ({ type }: HTMLInputElement) => /^(radio|checkbox)$/.test(type)
const written = (field: HTMLInputElement | HTMLSelectElement) =>
  'selectedIndex' in field
    ? // A menu without a default shows its first entry.
      field.selectedIndex > 0 && !field.options[field.selectedIndex]!.defaultSelected
    : field.value !== field.defaultValue
const chosen = ({ checked, defaultChecked }: HTMLInputElement) => checked && !defaultChecked
