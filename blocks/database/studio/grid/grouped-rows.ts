import type { Field } from '#kernel/browser/fields/field.ts'
import { groupsOf } from './grouping.ts'
import type { Group, GroupKey, Grouping } from './grouping.ts'
import type { GridRow, RowQuery, RowSource, RowValues } from './row-source.ts'
import { RowStore } from './row-store.ts'
import type { RowWindow } from './row-window.ts'
import type { GroupHead, ShownRows } from './shown-rows.ts'

/** A group and the line of its head. */
interface Placed {
  group: Group
  line: number
  isOpen: boolean
}

/**
 * The rows of a query in groups that the server counts. The query is ordered by the group's field first, so that the rows of a group
 * follow each other, and are loaded when they come into view like those of any query.
 */
export class GroupedRows implements ShownRows {
  readonly #source: RowSource
  readonly #query: RowQuery
  readonly #field: Field
  readonly #grouping: Grouping
  readonly #rows: RowStore
  readonly #closed = new Set<GroupKey>()
  readonly #listeners = new Set<() => void>()
  #groups: readonly Group[] | undefined
  #placed: readonly Placed[] = []
  #error: Error | undefined
  #counting: Promise<void> | undefined
  #window: RowWindow = { first: 0, end: 0 }
  #version = 0

  constructor(source: RowSource, query: RowQuery, field: Field, grouping: Grouping) {
    this.#source = source
    this.#query = query
    this.#field = field
    this.#grouping = grouping
    const order = { field: field.name, isDescending: false }
    const sorts = [order, ...query.sorts.filter((sort) => sort.field !== field.name || grouping.unit)]
    this.#rows = new RowStore(source, { ...query, sorts })
    this.#rows.subscribe(() => this.#changed())
  }

  get version(): number {
    return this.#version
  }

  get total(): number | undefined {
    if (!this.#groups) return undefined
    const last = this.#placed.at(-1)
    return last ? last.line + linesOf(last) : 0
  }

  get rowCount(): number | undefined {
    return this.#groups?.reduce((sum, { count }) => sum + count, 0)
  }

  get error(): Error | undefined {
    return this.#error ?? this.#rows.error
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  row(line: number): GridRow | undefined {
    const index = this.#indexIn(line)
    return index === undefined ? undefined : this.#rows.row(index)
  }

  head(line: number): GroupHead | undefined {
    const placed = this.#placedAt(line)
    return placed?.line === line ? placed : undefined
  }

  number(line: number): number {
    return line - (this.#placedAt(line)?.line ?? -1)
  }

  indexOf(id: string): number | undefined {
    const index = this.#rows.indexOf(id)
    if (index === undefined) return undefined
    const placed = this.#placed.find(
      ({ group, isOpen }) => isOpen && group.first <= index && index < group.first + group.count,
    )
    return placed && placed.line + 1 + index - placed.group.first
  }

  isChangedByOthers = (id: string): boolean => this.#rows.isChangedByOthers(id)
  patch = (id: string, values: RowValues): number => this.#rows.patch(id, values)
  put = (row: GridRow, time?: number): void => this.#rows.put(row, time)
  revert = (id: string, time: number): void => this.#rows.revert(id, time)

  async load(window: RowWindow): Promise<void> {
    this.#window = window
    if (!this.#groups && !this.#error) await (this.#counting ?? this.#count())
    await this.#rows.load(...this.#windows())
  }

  async refresh(): Promise<void> {
    await this.#counting
    await this.#count()
    await this.#rows.refresh(...this.#windows())
  }

  toggle({ key }: Group): void {
    if (!this.#closed.delete(key)) this.#closed.add(key)
    this.#place()
    this.#changed()
    void this.load(this.#window)
  }

  async #count(): Promise<void> {
    this.#counting = this.#readGroups()
    await this.#counting
    this.#counting = undefined
    this.#changed()
  }

  async #readGroups(): Promise<void> {
    try {
      const counted = await this.#source.groups(this.#query, this.#field, this.#grouping)
      this.#groups = groupsOf(this.#field, this.#grouping, counted)
      this.#error = undefined
      this.#place()
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error(String(error))
    }
  }

  #place(): void {
    let line = 0
    this.#placed = (this.#groups ?? []).map((group) => {
      const placed = { group, line, isOpen: !this.#closed.has(group.key) }
      line += linesOf(placed)
      return placed
    })
  }

  /** The rows of the query that are in view: in as many parts as there are groups. */
  #windows(): RowWindow[] {
    const { first, end } = this.#window
    return this.#placed
      .filter((placed) => placed.isOpen && placed.line + linesOf(placed) > first && placed.line < end)
      .map(({ group, line }) => ({
        first: group.first + Math.max(0, first - line - 1),
        end: group.first + Math.min(group.count, end - line - 1),
      }))
      .filter((window) => window.end > window.first)
  }

  /** The group of a line: the last one that starts there or before. */
  #placedAt(line: number): Placed | undefined {
    let [low, high] = [0, this.#placed.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#placed[middle]!.line <= line) low = middle + 1
      else high = middle
    }
    return this.#placed[low - 1]
  }

  #indexIn(line: number): number | undefined {
    const placed = this.#placedAt(line)
    const at = placed ? line - placed.line - 1 : -1
    return placed?.isOpen && at >= 0 && at < placed.group.count ? placed.group.first + at : undefined
  }

  #changed(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}

const linesOf = ({ group, isOpen }: Placed): number => (isOpen ? group.count + 1 : 1)
