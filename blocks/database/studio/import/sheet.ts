/** One row of a file that is imported. */
export interface SheetRow {
  /** Where the row starts in the file, from 1: a line of text, or a row of a workbook. */
  line: number
  /** null: nothing. Text formats have strings only; workbooks and JSON also have numbers, booleans, lists and objects. */
  cells: readonly unknown[]
}

/** A problem of a file, with the place that its author must change. */
export interface ImportFault {
  line: number
  /** From 1; undefined if the fault is of the whole line. */
  column?: number
  /** Continues "Line 3, column 2": `has text after its closing quote`. */
  text: string
}

/** A file as rows, before anything is known about its columns. */
export interface Sheet {
  rows: SheetRow[]
  /** Rows that could not be read. They are not in `rows`. */
  faults: ImportFault[]
  /** For the user: `CSV, UTF-8, separated by semicolons`. */
  format: string
  /** Names of the columns, where the format has them apart from its rows (JSON). */
  names?: string[]
  /** Names of a workbook's sheets. */
  sheets?: string[]
}

/** The file cannot be read at all from this place on. */
export class FileFault extends Error {
  readonly fault: ImportFault

  constructor(line: number, column: number | undefined, text: string) {
    super(text)
    this.name = 'FileFault'
    this.fault = column === undefined ? { line, text } : { line, column, text }
  }
}

/** Characters of one cell; a value has 20,000 at most, and longer cells come from broken quotes. */
export const MOST_CELL = 100_000
export const MOST_COLUMNS = 500
/** Bytes of a file. */
export const MOST_BYTES = 100 * 1024 * 1024

/** Where a fault is: `Line 3, column 2`. */
export function placeText({ line, column }: ImportFault): string {
  return column === undefined ? `Line ${line}` : `Line ${line}, column ${column}`
}
