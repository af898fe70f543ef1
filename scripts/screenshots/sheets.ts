import { join } from 'node:path'
import sharp from 'sharp'
import type { OverlayOptions } from 'sharp'
import { ROOT } from '#testing/test-cluster.ts'
import { FOLDER } from './photograph.ts'
import type { Picture } from './photograph.ts'

const GAP = 12

/** The captures in docs/screens.webp, row by row: screen, width, theme and mode. */
const DOCUMENTED = [
  'landing-1440-clean-light',
  'studio-1440-clean-light',
  'studio-1440-retro-dark',
  'settings-products-1440-zen-light',
  'connect-stripe-1440-clean-dark',
  'blocks-1440-clean-light',
  'block-access-1440-retro-light',
  'pricing-1440-clean-light',
  'playground-1440-zen-dark',
  'trust-check-1440-clean-light',
  'customers-1440-retro-light',
  'not-found-1440-zen-light',
]

/** Writes one sheet for each screen and width, with all themes and modes. */
export async function contactSheets(pictures: readonly Picture[]): Promise<void> {
  const byScreen = Map.groupBy(pictures, ({ shot, width }) => `${shot}-${width}`)
  for (const [name, six] of byScreen)
    await sheet(
      six.map(({ file }) => file),
      { columns: six[0]!.width < 640 ? 6 : 3, cell: six[0]!.width < 640 ? 300 : 640, tall: 1600 },
      join(FOLDER, `sheet-${name}.png`),
    )
}

/** Writes twelve captures as docs/screens.webp, for the README. Does nothing if one of them is missing. */
export async function documentedSheet(pictures: readonly Picture[]): Promise<void> {
  const files = DOCUMENTED.map(
    (name) => pictures.find(({ file }) => file === join(FOLDER, `${name}.png`))?.file,
  )
  if (files.includes(undefined)) return
  await sheet(files as string[], { columns: 3, cell: 640, tall: 400 }, join(ROOT, 'docs', 'screens.webp'))
}

/**
 * Combines captures into one image.
 * @param cell width of each, in pixels @param tall height at which a long page is cut off, in pixels
 */
export async function sheet(
  files: readonly string[],
  { columns, cell, tall }: { columns: number; cell: number; tall: number },
  target: string,
): Promise<void> {
  const small = await Promise.all(
    files.map(async (file) => {
      const { data, info } = await sharp(file)
        .resize({ width: cell })
        .png()
        .toBuffer({ resolveWithObject: true })
      if (info.height <= tall) return { data, height: info.height }
      const cut = await sharp(data).extract({ left: 0, top: 0, width: cell, height: tall }).toBuffer()
      return { data: cut, height: tall }
    }),
  )
  const placed: OverlayOptions[] = []
  let top = GAP
  for (let start = 0; start < small.length; start += columns) {
    const row = small.slice(start, start + columns)
    for (const [column, { data }] of row.entries())
      placed.push({ input: data, left: GAP + column * (cell + GAP), top })
    top += Math.max(...row.map(({ height }) => height)) + GAP
  }
  const width = GAP + Math.min(columns, small.length) * (cell + GAP)
  await sharp({ create: { width, height: top, channels: 3, background: '#888888' } })
    .composite(placed)
    .toFormat(target.endsWith('.webp') ? sharp.format.webp : sharp.format.png, { palette: true, quality: 82 })
    .toFile(target)
}
