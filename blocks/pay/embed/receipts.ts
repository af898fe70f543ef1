import type { EmbedApi } from '#kernel/browser/embed-page.ts'

type Keep = EmbedApi['keep']

/** A purchase that was started here and is not settled as far as this browser knows. */
export interface KeptReceipt {
  /** Proof for asking the order's state. */
  receipt: string
  /** Its buyer does not want to hear that it is still open. */
  quiet?: true
}

/** As many open purchases are remembered; older ones are the server's to know. */
const KEPT = 5

/** Remembers a started purchase, no longer quiet if it was, so that a visitor who closes the tab after paying is told on the next visit. */
export function keepReceipt(keep: Keep, receipt: string): void {
  const others = readReceipts(keep).filter((one) => one.receipt !== receipt)
  write(keep, [...others, { receipt }].slice(-KEPT))
}

/** Forgets a receipt whose order is settled; one that is not kept changes nothing. */
export function dropReceipt(keep: Keep, receipt: string | undefined): void {
  write(
    keep,
    readReceipts(keep).filter((one) => one.receipt !== receipt),
  )
}

/** Says no more, on later visits either, that this purchase is open; what becomes of it is still told. */
export function quietReceipt(keep: Keep, receipt: string): void {
  write(
    keep,
    readReceipts(keep).map((one) => (one.receipt === receipt ? { receipt, quiet: true } : one)),
  )
}

/** Oldest first. What lies there and is no list of ours counts as none. */
export function readReceipts(keep: Keep): KeptReceipt[] {
  try {
    const kept: unknown = JSON.parse(keep.get('receipts') ?? '[]')
    return Array.isArray(kept) ? kept.flatMap(readOne) : []
  } catch {
    return []
  }
}

function readOne(one: unknown): KeptReceipt[] {
  // As lists were written before a receipt could be quiet.
  if (typeof one === 'string') return [{ receipt: one }]
  const { receipt, quiet } = (one ?? {}) as Partial<KeptReceipt>
  return typeof receipt === 'string' ? [{ receipt, ...(quiet ? { quiet } : {}) }] : []
}

function write(keep: Keep, receipts: KeptReceipt[]): void {
  keep.set('receipts', receipts.length ? JSON.stringify(receipts) : null)
}
