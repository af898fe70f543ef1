/** Session storage: pixels that the banner about the plan took last. */
const KEY = 'bb:banner'
/** More than the words of any banner take on a phone; a larger number was not written by us. */
const MAX = 200

/** Height of the banner as it stood last; 0 without one, and where storage is shut. */
export function readBannerHeight(store: Pick<Storage, 'getItem'>): number {
  try {
    const value = Number(store.getItem(KEY))
    return value > 0 && value <= MAX ? value : 0
  } catch {
    return 0
  }
}

/** Keeps the height, in CSS pixels, so that the next page leaves room before the banner is there. */
export function rememberBannerHeight(store: Pick<Storage, 'setItem'>, pixels: number): void {
  try {
    store.setItem(KEY, String(pixels))
  } catch {
    // Private windows and full disks refuse; then the page moves once.
  }
}
