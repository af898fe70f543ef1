const DELAY_MS = 400
const GAP = 6
/** Until this time, the next tooltip opens without delay, so that users can read several in a row. */
let noDelayUntil = 0

/**
 * Calls `show` with true when the pointer or keyboard focus enters the area, and with false when it leaves.
 */
export function watchTrigger(area: HTMLElement, show: (open: boolean) => void): () => void {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let open = false

  function set(next: boolean) {
    clearTimeout(timer)
    if (open && !next) noDelayUntil = Date.now() + 300
    open = next
    show(next)
  }

  const options = { signal: stop.signal }
  area.addEventListener(
    'pointerenter',
    (event) => {
      if (event.pointerType !== 'mouse') return
      clearTimeout(timer)
      timer = setTimeout(() => set(true), Date.now() < noDelayUntil ? 0 : DELAY_MS)
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

/**
 * Positions the box next to the trigger. It flips to the other side if there is no space, and stays inside
 * the window.
 */
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
 * Resolves when no animation moves the element or an ancestor. A dialog that slides in takes focus before it
 * reaches its final position; a tooltip placed by then would end up in the wrong place.
 */
export async function waitForAnimations(element: Element): Promise<void> {
  const animations = document.getAnimations().filter(({ effect }) => {
    if (!(effect instanceof KeyframeEffect) || !effect.target?.contains(element)) return false
    return Number.isFinite(effect.getComputedTiming().endTime)
  })
  await Promise.allSettled(animations.map(({ finished }) => finished))
}
