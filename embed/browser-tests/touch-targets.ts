// Test helper: sizes of what fingers must hit.
import type { Page } from 'playwright-core'

/** What a page needs at least, in CSS pixels in both directions. */
const FINGER = 44

/**
 * Everything on the page that takes a touch and is smaller than a finger, with its size. An area added around an element by
 * `::after` counts. Links inside a sentence are exempt (WCAG 2.5.8), and so are fields that a label covers.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((finger) => {
    const isInSentence = (el: Element) =>
      el.matches('p a, li a, dd a') && el.parentElement!.textContent.trim() !== el.textContent.trim()
    return [...document.querySelectorAll('a[href],button,input,select,textarea,summary')].flatMap((el) => {
      if (!el.checkVisibility({ visibilityProperty: true })) return []
      // What only scripts fill in.
      if (el.closest('[aria-hidden="true"]')) return []
      if (isInSentence(el) && !el.closest('.bb-powered')) return []
      const target = el.closest('label') ?? el
      const box = target.getBoundingClientRect()
      const around = getComputedStyle(target, '::after')
      const area = around.position === 'absolute' ? around : undefined
      const size = (side: 'width' | 'height') =>
        Math.max(box[side], area ? Number.parseFloat(area[side]) || 0 : 0)
      const [width, height] = [size('width'), size('height')]
      if (width >= finger - 0.5 && height >= finger - 0.5) return []
      return `${Math.round(width)} × ${Math.round(height)}: ${target.outerHTML.slice(0, 120)}`
    })
  }, FINGER)
