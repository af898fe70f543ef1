/** The configuration that the server embeds in the page. It contains no secrets. */
export interface StudioConfig {
  /** Origin of the service, without a trailing slash. */
  url: string
  /** The platform's anon key. */
  anonKey: string
  mode: string
  /** Whether development sandboxes replace payments and email. */
  sandbox: boolean
  /** Origins that the script tag is loaded from, by mode, without a trailing slash. */
  embedOrigin: Record<'test' | 'live', string>
  /** Names of the registered blocks. Any other block has not shipped yet. */
  blocks: readonly string[]
  /** The operator's contact addresses, if configured. */
  contact: { general?: string; security?: string }
  /** Most bytes of an uploaded file. */
  fileBytes: number
}

/** The server's default, for a page that was not filled by the server. */
const FILE_BYTES = 50 * 1024 ** 2

function readConfig(): StudioConfig {
  const text = document.getElementById('bb-config')?.textContent ?? '{}'
  const { url, anonKey, mode, sandbox, embedOrigin, blocks, contact, fileBytes }: Partial<StudioConfig> =
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
    fileBytes: fileBytes ?? FILE_BYTES,
  }
}

export const config: StudioConfig = readConfig()
