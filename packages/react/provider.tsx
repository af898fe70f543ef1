import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react'
import { type LoadOptions, loadBlocks } from '#packages/js/load.ts'
import type { BlocksTheme } from '#packages/js/types.ts'

export interface BlocksProviderProps extends LoadOptions {
  /** Default theme of the blocks inside; the tenant's theme when left out. */
  theme?: BlocksTheme | undefined
  /** Default language of the blocks inside; the page's language when left out. */
  locale?: string | undefined
  /** Called once when the script cannot be loaded; the blocks then show a link. */
  onFail?: ((error: Error) => void) | undefined
  children?: ReactNode
}

/** Settings that blocks inherit from their provider; empty where the page has its own script tag. */
interface ProviderSettings extends Partial<Pick<LoadOptions, 'host' | 'tenant'>> {
  theme?: BlocksTheme | undefined
  locale?: string | undefined
  failed: boolean
}

const Context = createContext<ProviderSettings>({ failed: false })
export const useProviderSettings = (): ProviderSettings => useContext(Context)

/** Loads the script tag after mounting, and passes tenant and defaults to the blocks inside. */
export function BlocksProvider({ theme, locale, onFail, children, ...options }: BlocksProviderProps) {
  const { host, tenant, version, integrity, nonce, timeout } = options
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let mounted = true
    loadBlocks({ host, tenant, version, integrity, nonce, timeout }).then(
      () => mounted && setFailed(false),
      (error: Error) => {
        if (!mounted) return
        setFailed(true)
        onFail?.(error)
      },
    )
    return () => {
      mounted = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the script loads once; other options have no effect later
  }, [host])

  const around = useMemo(
    () => ({ host, tenant, theme, locale, failed }),
    [host, tenant, theme, locale, failed],
  )
  return <Context.Provider value={around}>{children}</Context.Provider>
}
