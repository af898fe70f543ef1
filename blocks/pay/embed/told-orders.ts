// Which purchases this tab has told the host page of. Going back into a checkout that is paid leads to the shop once
// more, with a new code for the same order: that is no second purchase.

const NAME = 'bb:told'
const KEPT = 20
let told: string[] = []

/** Marks an order as told. @returns false when it was already */
export function firstTelling(orderId: string, storage: () => Storage = () => sessionStorage): boolean {
  told = [...new Set([...read(storage), ...told])]
  if (told.includes(orderId)) return false
  told = [...told, orderId].slice(-KEPT)
  try {
    storage().setItem(NAME, JSON.stringify(told))
  } catch {
    // Storage is refused here: then it is known as long as the page lives.
  }
  return true
}

function read(storage: () => Storage): string[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(NAME) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
