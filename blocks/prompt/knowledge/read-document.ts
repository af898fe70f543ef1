/** A page, a file or a question, as it was read. */
export interface ReadDocument {
  /** Names it within its source: its address, its path, or the question. */
  name: string
  title: string
  url?: string
  /** Empty if there is a problem. */
  text: string
  /** Why it has no text, in a sentence. */
  problem?: string
}
