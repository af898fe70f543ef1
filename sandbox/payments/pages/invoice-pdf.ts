/**
 * Creates a PDF of one page with lines of text. Characters outside Latin-1, except the euro sign, become
 * question marks, because the built-in fonts lack them.
 */
export function invoicePdf(lines: string[]): Buffer {
  const text = lines.slice(0, 60).map((line) => `(${escaped(line)}) '`)
  const content = `BT /F1 11 Tf 16 TL 56 800 Td\n${text.join('\n')}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = file.length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

function escaped(line: string): string {
  return Array.from(line, (one) => {
    if (one === '€') return '\u0080'
    if (one === '–') return '\u0096'
    return one <= '\u00ff' ? one : '?'
  })
    .join('')
    .replaceAll(/[\\()]/g, String.raw`\$&`)
}
