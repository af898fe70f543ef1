/** What the server says about itself in the page; nothing in it is secret. */
export interface StudioConfig {
  /** Origin of the service, without a slash at the end. */
  url: string
  /** The platform's anon key. */
  anonKey: string
  mode: string
  /** True where development stand-ins take the place of payments and mail. */
  sandbox: boolean
  /** Origins that the script tag is loaded from, by mode, without a slash at the end. */
  embedOrigin: Record<'test' | 'live', string>
  /** Names of the registered blocks: what is not among them has not shipped. */
  blocks: readonly string[]
  /** Whom people may write to, where the operator says so. */
  contact: { general?: string; security?: string }
}

function readConfig(): StudioConfig {
  const text = document.getElementById('bb-config')?.textContent ?? '{}'
  const { url, anonKey, mode, sandbox, embedOrigin, blocks, contact }: Partial<StudioConfig> =
    JSON.parse(text)
  const origin = (url || location.origin).replace(/\/+$/, '')
  return {
    url: origin,
    anonKey: anonKey ?? '',
    mode: mode ?? 'development',
    sandbox: sandbox ?? false,
    embedOrigin: { test: origin, live: origin, ...embedOrigin },
    blocks: blocks ?? [],
    contact: contact ?? {},
  }
}

export const config: StudioConfig = readConfig()
