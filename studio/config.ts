/** What the server says about itself in the page; nothing in it is secret. */
export interface StudioConfig {
  /** Origin of the service, without a slash at the end. */
  url: string
  /** The platform's anon key. */
  anonKey: string
  mode: string
  /** True where development stand-ins take the place of payments and mail. */
  sandbox: boolean
}

function readConfig(): StudioConfig {
  const text = document.getElementById('bb-config')?.textContent ?? '{}'
  const { url, anonKey, mode, sandbox }: Partial<StudioConfig> = JSON.parse(text)
  return {
    url: (url || location.origin).replace(/\/+$/, ''),
    anonKey: anonKey ?? '',
    mode: mode ?? 'development',
    sandbox: sandbox ?? false,
  }
}

export const config: StudioConfig = readConfig()
