/** Where a bubble's tag was loaded from, and what it says. */
export interface BubbleTag {
  script: HTMLScriptElement
  origin: string
  /** URL of the script's folder, with a trailing slash. `bb.js` is there, too. */
  folder: string
  /** Its attributes of one word, such as `assistant`, without `data-`. */
  settings: Record<string, string>
}

const ADDRESS = /^((https?:\/\/[^/@]+)\/v1[.\d]*\/)bb-bubble\.js([?#]|$)/

/** The tag that runs this script; the first on the page where an optimizer runs it later. */
export function findBubbleTag(): BubbleTag | undefined {
  for (const script of [document.currentScript, ...document.querySelectorAll('script')]) {
    const parts = script instanceof HTMLScriptElement && ADDRESS.exec(script.src)
    if (parts) return { script, origin: parts[2]!, folder: parts[1]!, settings: settingsOf(script) }
  }
  return undefined
}

function settingsOf(script: HTMLScriptElement): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const { name, value } of script.attributes) {
    const [, word] = /^data-(?:bb-)?([a-z]+)$/.exec(name) ?? []
    if (word) settings[word] = value
  }
  return settings
}
