/** Without it, spreadsheets misread UTF-8. Reading a response as text has removed it. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Saves CSV text as a download. @param name for example `orders-2026-11-21.csv` */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK + text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
