import type { EmbedApi } from '#kernel/browser/embed-page.ts'

type Keep = EmbedApi['keep']

/** As many open purchases are remembered; older ones are the server's to know. */
const KEPT = 5

/** Remembers a started purchase, so that a visitor who closes the tab after paying is told on the next visit. */
export function keepReceipt(keep: Keep, receipt: string): void {
  write(keep, [...readReceipts(keep), receipt].slice(-KEPT))
}

export function dropReceipt(keep: Keep, receipt: string | undefined): void {
  write(
    keep,
    readReceipts(keep).filter((one) => one !== receipt),
  )
}

/** Oldest first. What lies there and is no list of ours counts as none. */
export function readReceipts(keep: Keep): string[] {
  try {
    const kept: unknown = JSON.parse(keep.get('receipts') ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

function write(keep: Keep, receipts: string[]): void {
  keep.set('receipts', receipts.length ? JSON.stringify(receipts) : null)
}
