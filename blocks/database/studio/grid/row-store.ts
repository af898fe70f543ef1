import type { GridRow, RowQuery, RowSource, RowValues } from './row-source.ts'
import { pagesOf } from './row-window.ts'
import type { RowWindow } from './row-window.ts'
import type { ShownRows } from './shown-rows.ts'

export const PAGE = 200
/** Pages in memory; the least recently used one is dropped first. */
const MOST_PAGES = 60

interface Page {
  rows: readonly GridRow[]
  /** Shown until its next version arrives. */
  isStale: boolean
}

/**
 * The rows of one query, loaded by pages as they come into view. Changes of the user appear at once; `refresh` brings those of
 * others. A React component subscribes to `version`.
 */
export class RowStore implements ShownRows {
  readonly #source: RowSource
  readonly #query: RowQuery
  readonly #pages = new Map<number, Page>()
  readonly #loading = new Map<number, Promise<void>>()
  readonly #listeners = new Set<() => void>()
  /** Rows that others changed since they were shown. */
  readonly #changedByOthers = new Set<string>()
  /** When the user's own changes were shown, in the order of changes and requests. */
  readonly #shownAt = new Map<string, number>()
  /** What the server last said about rows that show values it has not stored yet. */
  readonly #stored = new Map<string, GridRow>()
  #clock = 0
  #windows: readonly RowWindow[] = [{ first: 0, end: PAGE }]
  #total: number | undefined
  #isCountStale = true
  #error: Error | undefined
  #version = 0

  constructor(source: RowSource, query: RowQuery) {
    this.#source = source
    this.#query = query
  }

  get version(): number {
    return this.#version
  }

  get total(): number | undefined {
    return this.#total
  }

  get rowCount(): number | undefined {
    return this.#total
  }

  get error(): Error | undefined {
    return this.#error
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A row by its place; undefined while it is loaded. */
  row(index: number): GridRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.rows[index % PAGE]
  }

  head = (): undefined => undefined
  toggle = (): void => undefined
  number = (index: number): number => index + 1

  /** The place of a loaded row. */
  indexOf(id: string): number | undefined {
    for (const [page, { rows }] of this.#pages) {
      const at = rows.findIndex((row) => row.id === id)
      if (at >= 0) return page * PAGE + at
    }
    return undefined
  }

  isChangedByOthers = (id: string): boolean => this.#changedByOthers.has(id)

  /** Loads what is missing of these rows. Resolves when they are there. */
  async load(...windows: RowWindow[]): Promise<void> {
    this.#windows = windows
    const missing = this.#visiblePages().filter((page) => this.#pages.get(page)?.isStale !== false)
    await Promise.all(missing.map((page) => this.#loadPage(page)))
  }

  /** Loads the rows in view again, and the number of rows, as they are now or later. @param windows if others are in view by now */
  async refresh(...windows: RowWindow[]): Promise<void> {
    if (this.#loading.size > 0) {
      // Pages that load meanwhile count.
      this.#isCountStale = true
      // Requests that are on their way may have been answered before the change.
      await Promise.all(this.#loading.values())
    }
    for (const page of this.#pages.values()) page.isStale = true
    this.#isCountStale = true
    await this.load(...(windows.length > 0 ? windows : this.#windows))
  }

  #visiblePages = (): number[] => [...new Set(this.#windows.flatMap((window) => pagesOf(window, PAGE)))]

  #loadPage(page: number): Promise<void> {
    const running = this.#loading.get(page)
    if (running) return running
    const request = this.#fetchPage(page).finally(() => this.#loading.delete(page))
    this.#loading.set(page, request)
    return request
  }

  async #fetchPage(page: number): Promise<void> {
    const isCounted = this.#isCountStale
    this.#isCountStale = false
    const startedAt = ++this.#clock
    try {
      const { rows: read, total } = await this.#source.page(this.#query, page * PAGE, PAGE, isCounted)
      const rows = read.map((row) => this.#newer(row, startedAt))
      this.#markChanges(this.#pages.get(page)?.rows ?? [], rows)
      this.#pages.delete(page)
      this.#pages.set(page, { rows, isStale: false })
      if (total !== undefined) this.#total = total
      this.#error = undefined
      this.#dropOldPages()
    } catch (error) {
      this.#isCountStale ||= isCounted
      this.#error = error instanceof Error ? error : new Error(String(error))
    }
    this.#changed()
  }

  #markChanges(before: readonly GridRow[], after: readonly GridRow[]): void {
    const times = new Map(before.map(({ id, updated_at }) => [id, updated_at]))
    for (const { id, updated_at } of after)
      if (times.has(id) && times.get(id) !== updated_at) this.#changedByOthers.add(id)
  }

  /** The row as shown if the user changed it after the request: the response may be older than the change. */
  #newer(row: GridRow, requestedAt: number): GridRow {
    if ((this.#shownAt.get(row.id) ?? 0) < requestedAt) {
      if (this.#stored.has(row.id)) this.#stored.set(row.id, row)
      return row
    }
    const index = this.indexOf(row.id)
    return (index === undefined ? undefined : this.row(index)) ?? row
  }

  #dropOldPages(): void {
    const visible = new Set(this.#visiblePages())
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) return
      if (!visible.has(page)) this.#pages.delete(page)
    }
  }

  /** Shows values before the server has them. @returns the time of the change, for `put` and `revert` */
  patch(id: string, values: RowValues): number {
    const row = this.row(this.indexOf(id) ?? -1)
    if (row && !this.#stored.has(id)) this.#stored.set(id, row)
    this.#replace(id, (shown) => ({ ...shown, ...values }))
    return this.#clock
  }

  /** Shows a row as the server stored it, unless the user has changed it again since `time`. */
  put(row: GridRow, time = this.#clock): void {
    if (this.#isNewer(row.id, time)) {
      if (this.#stored.has(row.id)) this.#stored.set(row.id, row)
      return
    }
    this.#stored.delete(row.id)
    this.#changedByOthers.delete(row.id)
    this.#replace(row.id, () => row)
  }

  /** Takes back a change that the server refused, unless the user has changed the row again since: the response to that says what is stored. */
  revert(id: string, time: number): void {
    const row = this.#stored.get(id)
    if (!row || this.#isNewer(id, time)) return
    this.#stored.delete(id)
    this.#replace(id, () => row)
  }

  #isNewer(id: string, time: number): boolean {
    return (this.#shownAt.get(id) ?? 0) > time
  }

  #replace(id: string, change: (row: GridRow) => GridRow): void {
    this.#shownAt.set(id, ++this.#clock)
    const index = this.indexOf(id)
    const page = index === undefined ? undefined : this.#pages.get(Math.floor(index / PAGE))
    if (!page || index === undefined) return
    page.rows = page.rows.with(index % PAGE, change(page.rows[index % PAGE]!))
    this.#changed()
  }

  #changed(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}
