import type { EmbedApi } from '#kernel/browser/embed-page.ts'

type Keep = EmbedApi['keep']

/** A purchase that was started here and, as far as this browser knows, is not settled. */
export interface StoredReceipt {
  /** Token for querying the order's state. */
  receipt: string
  /** The buyer closed the checkout, so do not say that it is still open. */
  quiet?: true
}

/** Maximum number of open purchases to remember. The server has the older ones. */
const MAX_RECEIPTS = 5

/**
 * Stores a started purchase and clears its `quiet` flag, so that a visitor who closes the tab after paying is
 * notified on the next visit.
 */
export function storeReceipt(keep: Keep, receipt: string): void {
  const others = readReceipts(keep).filter((one) => one.receipt !== receipt)
  write(keep, [...others, { receipt }].slice(-MAX_RECEIPTS))
}

/** Removes the receipt of a settled order. An unknown receipt changes nothing. */
export function removeReceipt(keep: Keep, receipt: string | undefined): void {
  write(
    keep,
    readReceipts(keep).filter((one) => one.receipt !== receipt),
  )
}

/** Stops saying, also on later visits, that this purchase is open. Its outcome is still reported. */
export function muteReceipt(keep: Keep, receipt: string): void {
  write(
    keep,
    readReceipts(keep).map((one) => (one.receipt === receipt ? { receipt, quiet: true } : one)),
  )
}

/** Oldest first. An unreadable value counts as an empty list. */
export function readReceipts(keep: Keep): StoredReceipt[] {
  try {
    const kept: unknown = JSON.parse(keep.get('receipts') ?? '[]')
    return Array.isArray(kept) ? kept.flatMap(readOne) : []
  } catch {
    return []
  }
}

function readOne(one: unknown): StoredReceipt[] {
  // The format before receipts could be quiet.
  if (typeof one === 'string') return [{ receipt: one }]
  const { receipt, quiet } = (one ?? {}) as Partial<StoredReceipt>
  return typeof receipt === 'string' ? [{ receipt, ...(quiet ? { quiet } : {}) }] : []
}

function write(keep: Keep, receipts: StoredReceipt[]): void {
  keep.set('receipts', receipts.length ? JSON.stringify(receipts) : null)
}
