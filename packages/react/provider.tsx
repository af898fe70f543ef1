import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react'
import { type LoadOptions, loadBlocks } from '#packages/js/load.ts'
import type { BlocksTheme } from '#packages/js/types.ts'

export interface BlocksProviderProps extends LoadOptions {
  /** Of blocks that name none; else the tenant's own. */
  theme?: BlocksTheme | undefined
  /** Of blocks that name none; else the page's own. */
  locale?: string | undefined
  /** Told once when the script cannot be loaded; blocks show a link then. */
  onFail?: ((why: Error) => void) | undefined
  children?: ReactNode
}

/** What blocks are told by the provider around them; nothing where the page has its own tag. */
interface Around extends Partial<Pick<LoadOptions, 'host' | 'tenant'>> {
  theme?: BlocksTheme | undefined
  locale?: string | undefined
  failed: boolean
}

const Context = createContext<Around>({ failed: false })
export const useAround = (): Around => useContext(Context)

/** Loads the script tag when the page is there, and says to the blocks inside whose they are. */
export function BlocksProvider({ theme, locale, onFail, children, ...options }: BlocksProviderProps) {
  const { host, tenant, version, integrity, nonce, timeout } = options
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let here = true
    loadBlocks({ host, tenant, version, integrity, nonce, timeout }).then(
      () => here && setFailed(false),
      (why: Error) => {
        if (!here) return
        setFailed(true)
        onFail?.(why)
      },
    )
    return () => {
      here = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- loaded once; what changes later cannot load it anew
  }, [host])

  const around = useMemo(
    () => ({ host, tenant, theme, locale, failed }),
    [host, tenant, theme, locale, failed],
  )
  return <Context.Provider value={around}>{children}</Context.Provider>
}
