const DAY_MS = 86_400_000
/** Numbers of the formats that every workbook has, for dates and times. */
const TIMES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

/** Whether a number format shows a date or time. */
export function isTimeFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return TIMES.has(id)
  const letters = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
  return /[dmyhs]/i.test(letters) && !/general/i.test(letters)
}

/**
 * A workbook's serial date as ISO text: days since 1899-12-30, or since 1904-01-01. The format also counts the day
 * 1900-02-29, which did not exist, so days before March 1900 are one off.
 */
export function excelTime(serial: number, is1904: boolean): string | number {
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round(days * DAY_MS))
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return serial
  const text = at.toISOString()
  return Number.isInteger(serial) ? text.slice(0, 10) : text.replace(/\.000Z$/, 'Z')
}
