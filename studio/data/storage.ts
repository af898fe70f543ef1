import { type ModeId, type ThemeId, isModeId, isThemeId } from '#ui/theme/themes.ts'
import { TAB_PATHS } from '../layout/nav-items.ts'

export const SESSION_KEY = 'bb:session'
export const LAST_TAB_KEY = 'bb:lastTab'
export const THEME_KEY = 'bb:theme'
export const MODE_KEY = 'bb:mode'
/** In session storage: the tenant that the Studio shows. */
export const TENANT_KEY = 'bb:tenant'

/** The storage methods used here, so that tests can replace them. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function read(store: Store, key: string): string | null {
  try {
    return store.getItem(key)
  } catch {
    return null
  }
}

/** Stores a value. If the browser blocks storage, nothing is stored and nothing fails. */
export function remember(store: Store, key: string, value: string): void {
  try {
    store.setItem(key, value)
  } catch {
    // Private windows and full disks may refuse to store; nothing depends on it.
  }
}

/** Returns the stored theme; an unknown value reads as `clean`. */
export function readTheme(store: Store): ThemeId {
  const value = read(store, THEME_KEY)
  return isThemeId(value) ? value : 'clean'
}

/** Returns the stored mode; an unknown value reads as `system`. */
export function readMode(store: Store): ModeId {
  const value = read(store, MODE_KEY)
  return isModeId(value) ? value : 'system'
}

/** Returns the path of the last visited main tab; undefined unless it is a known tab. */
export function readLastTab(store: Store): string | undefined {
  const value = read(store, LAST_TAB_KEY)
  return TAB_PATHS.find((path) => path === value)
}

/** Returns the id of the tenant shown last. Use it only if the server's list contains it. */
export function readTenantId(store: Store): string | undefined {
  return read(store, TENANT_KEY) ?? undefined
}

const draftKey = (name: string) => `bb:draft:${name}`

/**
 * Returns this user's draft that `saveDraft` stored under the name. It is not validated; the caller must do
 * that. Another user's draft is ignored, because a tab may be restored after someone else signed in.
 */
export function readDraft(store: Store, name: string, owner: string | undefined): unknown {
  try {
    const stored = JSON.parse(read(store, draftKey(name)) ?? 'null') as {
      of?: unknown
      typed?: unknown
    } | null
    return stored && owner && stored.of === owner ? stored.typed : null
  } catch {
    return null
  }
}

/** Stores `owner`'s input under the name, for `readDraft`. Does nothing if the browser blocks storage. */
export function saveDraft(store: Store, name: string, owner: string, typed: object): void {
  remember(store, draftKey(name), JSON.stringify({ of: owner, typed }))
}

/** Deletes a draft, regardless of its owner. */
export function deleteDraft(store: Store, name: string): void {
  try {
    store.removeItem(draftKey(name))
  } catch {
    // A store that refuses to remove has stored nothing either.
  }
}

/** In session storage: key of the tab's history entry at which the user signed in. */
const HISTORY_START_KEY = 'bb:history-start'

/** Call it when a user signs in: earlier entries of the tab's history may be another user's. */
export function restartHistory(store: Store, at = currentEntry()): void {
  if (at) remember(store, HISTORY_START_KEY, at)
}

/** Undefined where the browser does not tell (Navigation API). */
const currentEntry = (): string | undefined =>
  (window as { navigation?: { currentEntry: { key: string } | null } }).navigation?.currentEntry?.key

export const readHistoryStart = (store: Store): string | null => read(store, HISTORY_START_KEY)

const PRODUCT_KEY = /^(bb:|onboarding-dismissed-)/

/** Removes all our keys from the stores. If a store refuses, it only logs a warning. */
export function clearProductKeys(
  stores: readonly (() => Pick<Storage, 'removeItem'>)[],
  warn = warnInConsole,
): void {
  for (const open of stores)
    try {
      const store = open()
      for (const key of Object.keys(store)) if (PRODUCT_KEY.test(key)) store.removeItem(key)
    } catch (cause) {
      warn('Could not clear the browser storage', cause)
    }
}

function warnInConsole(message: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- the specification requires exactly this warning
  console.warn(message, cause)
}
