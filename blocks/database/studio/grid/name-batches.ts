/** Ids in one request: an address has at most 8 KB in some servers. */
const MOST = 100
/** How long requests are collected: a grid shows many cells at once. */
const COLLECT_MS = 30
/** A name may change meanwhile. */
const USABLE_MS = 60_000

type Load = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

interface Waiting {
  resolve: (name: string | undefined) => void
}

/** Names by ids. Those wanted at the same time share requests, and each is kept for a minute. */
export class NameBatches {
  readonly #load: Load
  readonly #known = new Map<string, { name: Promise<string | undefined>; at: number }>()
  #waiting = new Map<string, Waiting>()

  constructor(load: Load) {
    this.#load = load
  }

  /** The name of an id; undefined if it has none or could not be loaded, which the next call tries again. */
  nameOf(id: string): Promise<string | undefined> {
    const known = this.#known.get(id)
    if (known && Date.now() - known.at < USABLE_MS) return known.name
    const name = new Promise<string | undefined>((resolve) => {
      if (this.#waiting.size === 0) setTimeout(() => void this.#send(), COLLECT_MS)
      this.#waiting.set(id, { resolve })
      if (this.#waiting.size === MOST) void this.#send()
    })
    this.#known.set(id, { name, at: Date.now() })
    return name
  }

  async #send(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = new Map()
    if (batch.size === 0) return
    let names: ReadonlyMap<string, string> | undefined
    try {
      names = await this.#load([...batch.keys()])
    } catch {
      // Ids are shown in place of names.
      for (const id of batch.keys()) this.#known.delete(id)
    }
    for (const [id, { resolve }] of batch) resolve(names?.get(id))
  }
}
