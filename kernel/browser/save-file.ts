/** Without it, spreadsheets misread UTF-8. Reading a response as text has removed it. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Saves a file as a download. @param name for example `orders-2026-11-21.csv` */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves CSV text as a download. */
export const saveCsv = (name: string, text: string): void =>
  saveFile(name, new Blob([BYTE_ORDER_MARK + text], { type: 'text/csv;charset=utf-8' }))
