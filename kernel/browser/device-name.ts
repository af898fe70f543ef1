export interface Device {
  /** For example `Firefox on Windows`. */
  name: string
  /** A phone or tablet. */
  mobile: boolean
  browser?: string | undefined
  system?: string | undefined
}

/** The first match wins, because browsers also name the browsers they descend from. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Readable name for the browser that sent this User-Agent header. A guess, because such headers are unreliable. */
export function deviceName(userAgent: string | null | undefined): Device {
  const text = userAgent ?? ''
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(text))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  const name = browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device')
  return { name, mobile: /\biPhone\b|\biPad\b|\bAndroid\b/.test(text), browser, system }
}
