// The package has no types of its own.
declare module 'subset-font' {
  /** The part of a font (SFNT, WOFF or WOFF2) that the text needs, in one instance of its axes. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt'; variationAxes: Record<string, number> },
  ): Promise<Buffer>
}
