/** Session storage key of the plan banner's last height in pixels. */
const KEY = 'bb:banner'
/** Upper bound for any banner on a phone; a larger number is not ours. */
const MAX = 200

/** Last height of the banner; 0 without one, or when storage is blocked. */
export function readBannerHeight(store: Pick<Storage, 'getItem'>): number {
  try {
    const value = Number(store.getItem(KEY))
    return value > 0 && value <= MAX ? value : 0
  } catch {
    return 0
  }
}

/** Stores the height in CSS pixels, so that the next page can reserve it before the banner loads. */
export function rememberBannerHeight(store: Pick<Storage, 'setItem'>, pixels: number): void {
  try {
    store.setItem(KEY, String(pixels))
  } catch {
    // Private windows and full disks throw; the layout then shifts once.
  }
}
