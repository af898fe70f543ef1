const DELAY_MS = 400
const GAP = 6
/** Until when the next tooltip shows without delay, because they are being read one after the other. */
let warmUntil = 0

/** Calls back with true and false as the pointer or the keyboard's focus comes to the area and leaves it. */
export function watchTrigger(area: HTMLElement, show: (open: boolean) => void): () => void {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let open = false

  function set(next: boolean) {
    clearTimeout(timer)
    if (open && !next) warmUntil = Date.now() + 300
    open = next
    show(next)
  }

  const options = { signal: stop.signal }
  area.addEventListener(
    'pointerenter',
    (event) => {
      if (event.pointerType !== 'mouse') return
      clearTimeout(timer)
      timer = setTimeout(() => set(true), Date.now() < warmUntil ? 0 : DELAY_MS)
    },
    options,
  )
  area.addEventListener(
    'focusin',
    (event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) set(true)
    },
    options,
  )
  area.addEventListener('pointerleave', () => set(false), options)
  area.addEventListener('pointerdown', () => set(false), options)
  area.addEventListener('focusout', () => set(false), options)
  document.addEventListener('keydown', (event) => open && event.key === 'Escape' && set(false), options)
  document.addEventListener('scroll', () => open && set(false), { ...options, capture: true })
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}

/** Puts the box beside the trigger, on the other side where there is no room, and always inside the window. */
export function placeBeside(box: HTMLElement, trigger: Element, side: 'top' | 'bottom' | 'right') {
  const at = trigger.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const above = at.top - height - GAP
  const below = at.bottom + GAP
  let left = at.left + at.width / 2 - width / 2
  let top = side === 'bottom' ? below : above
  if (side === 'right') {
    left = at.right + GAP + 2
    top = at.top + at.height / 2 - height / 2
  } else if (top < GAP) top = below
  else if (top + height > innerHeight - GAP) top = above
  box.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`
  box.style.top = `${Math.max(GAP, top)}px`
}

/**
 * Resolves once nothing that holds the element moves any more. A dialog that slides in has its focus before it has its
 * place: what is put beside a button of it by then stays where the button only came past.
 */
export async function atRest(element: Element): Promise<void> {
  const moving = document.getAnimations().filter(({ effect }) => {
    if (!(effect instanceof KeyframeEffect) || !effect.target?.contains(element)) return false
    return Number.isFinite(effect.getComputedTiming().endTime)
  })
  await Promise.allSettled(moving.map(({ finished }) => finished))
}
