import { withoutGuard } from '#kernel/browser/csv-cell.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { convertRows } from './convert-rows.ts'
import type { ColumnTarget, ReadyRow } from './convert-rows.ts'
import { guessColumn, hasTitles } from './guess-column.ts'
import type { ColumnGuess } from './guess-column.ts'
import { readFile } from './read-file.ts'
import type { ReadOptions } from './read-file.ts'
import type { ImportFault, Sheet } from './sheet.ts'

/** A column of the file, before the user decides where it goes. */
export interface FileColumn extends ColumnGuess {
  title: string
  /** The first values that are not empty. */
  samples: string[]
}

/** What a file contains. */
export interface FileSummary {
  format: string
  /** The first row names the columns. */
  isTitled: boolean
  sheets: string[]
  columns: FileColumn[]
  rowCount: number
}

/** What an import would do. */
export interface ImportCheck {
  /** Rows that can be imported. */
  ready: number
  faultCount: number
  /** The first of them. */
  faults: ImportFault[]
}

const MOST_FAULTS = 1000
const SAMPLES = 3

/**
 * One file while it is imported: reads it, checks it against the fields that the user chose, and gives its rows in batches. It
 * runs in a worker, so that a large file does not stop the page.
 */
export class ImportSession {
  #sheet: Sheet | undefined
  #isTitled = false
  #rows: ReadyRow[] = []

  /** @param isTitled guessed if absent @throws {FileFault} */
  async read(
    bytes: Uint8Array,
    options: ReadOptions & { isTitled?: boolean | undefined } = {},
  ): Promise<FileSummary> {
    this.#sheet = await readFile(bytes, options)
    return this.describe(options.isTitled ?? (!this.#sheet.names && hasTitles(this.#sheet.rows)))
  }

  /** Describes the file that was read, with or without titles in its first row. */
  describe(isTitled: boolean): FileSummary {
    const { rows, names, format, sheets = [] } = this.#read()
    this.#isTitled = isTitled && !names
    const titles = names ?? (this.#isTitled ? (rows[0]?.cells ?? []) : [])
    const body = this.#body()
    const width = body.reduce((most, { cells }) => Math.max(most, cells.length), titles.length)
    const columns = Array.from({ length: width }, (_, at): FileColumn => {
      const title = titleText(titles[at]) || `Column ${at + 1}`
      const cells = body.map(({ cells: row }) => row[at] ?? null)
      const samples = cells.filter((cell) => cell !== null && cell !== '').slice(0, SAMPLES)
      return { title, ...guessColumn(cells, title), samples: samples.map(sampleText) }
    })
    return { format, isTitled: this.#isTitled, sheets, columns, rowCount: body.length }
  }

  /** Converts all rows to the chosen fields. `batch` returns those without a fault. */
  check(targets: readonly ColumnTarget[], fields: readonly Field[]): ImportCheck {
    const { format, faults: unread } = this.#read()
    const { rows, faults } = convertRows(this.#body(), targets, fields, format.startsWith('JSON'))
    this.#rows = rows
    const all = [...unread, ...faults].sort((a, b) => a.line - b.line)
    return { ready: rows.length, faultCount: all.length, faults: all.slice(0, MOST_FAULTS) }
  }

  batch(from: number, count: number): ReadyRow[] {
    return this.#rows.slice(from, from + count)
  }

  #read(): Sheet {
    if (!this.#sheet) throw new Error('No file was read')
    return this.#sheet
  }

  #body() {
    const { rows } = this.#read()
    return this.#isTitled ? rows.slice(1) : rows
  }
}

const titleText = (cell: unknown) => (typeof cell === 'string' ? withoutGuard(cell.trim()) : '')

function sampleText(cell: unknown): string {
  const text = typeof cell === 'string' ? withoutGuard(cell) : JSON.stringify(cell)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
