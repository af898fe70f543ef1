// Remembers which purchases this tab has reported to the host page. Going back into a paid checkout returns
// to the shop again, with a new code for the same order. That is not a second purchase.

const STORAGE_KEY = 'bb:told'
const MAX_STORED = 20
let reported: string[] = []

/** Marks an order as reported. @returns false if it already was */
export function markReported(orderId: string, storage: () => Storage = () => sessionStorage): boolean {
  reported = [...new Set([...read(storage), ...reported])]
  if (reported.includes(orderId)) return false
  reported = [...reported, orderId].slice(-MAX_STORED)
  try {
    storage().setItem(STORAGE_KEY, JSON.stringify(reported))
  } catch {
    // Storage is unavailable: the mark lives as long as the page.
  }
  return true
}

function read(storage: () => Storage): string[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
