/** What this chunk needs of the loader's state (embed/loader/page.ts). */
export interface MeasuredPage {
  /** Our origin. */
  origin: string
  mounts: { el: HTMLElement; settings: { block: string }; ready?: boolean }[]
}
