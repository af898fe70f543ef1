import { html, raw } from 'hono/html'
import { directionOf } from '#kernel/browser/languages.ts'

/** Content of an email. Text and HTML are rendered from the same parts, so that they cannot differ. */
export interface Letter {
  subject: string
  /** Sender brand: the product, or the tenant that the end user knows. */
  brand: string
  /** Language of the content, as a BCP 47 tag. Default: English. */
  language?: string
  /** Paragraphs above the button. */
  lines: string[]
  button?: { label: string; address: string }
  /** A second link, below the button. */
  link?: { label: string; address: string }
  /** A code to type instead of pressing the button. */
  code?: { label: string; value: string }
  /** Pictures with what they say, such as a QR code and its characters. `source` is `cid:` and the id of an attachment. */
  pictures?: { label: string; text: string; source: string }[]
  /** Small print below. */
  closing: string[]
}

/**
 * Renders an email. Every value is escaped in the HTML and stripped of line breaks in the subject.
 * @returns the fields of a `Mail` except its recipient
 */
export function writeLetter(letter: Letter): { subject: string; text: string; html: string; from: string } {
  return {
    subject: oneLine(letter.subject),
    from: oneLine(letter.brand),
    text: setText(letter),
    html: setHtml(letter),
  }
}

/** Control characters and line breaks become spaces, so that a value cannot start a new header or line. */
function oneLine(value: string): string {
  // oxlint-disable-next-line no-control-regex
  return value.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()
}

function setText({ lines, button, link, code, pictures = [], closing, brand }: Letter): string {
  const parts = [
    ...lines,
    ...(button ? [`${button.label}:\n${button.address}`] : []),
    ...(link ? [`${link.label}:\n${link.address}`] : []),
    ...(code ? [`${code.label}\n${code.value}`] : []),
    ...pictures.map(({ label, text }) => `${label}:\n${text}`),
    ...closing,
    `-- \n${oneLine(brand)}`,
  ]
  return `${parts.join('\n\n')}\n`
}

// Email clients support little more than inline styles; the colors are those of the Clean theme.
const style = {
  page: 'margin:0;padding:32px 16px;background:#f5f7fa;font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#141b26',
  card: 'max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dee1e7;border-radius:12px;overflow-wrap:anywhere;word-break:break-word',
  brand: 'margin:0 0 24px;font-size:14px;font-weight:600;color:#444e5d',
  line: 'margin:0 0 16px;font-size:16px;line-height:24px',
  button:
    'display:inline-block;margin:8px 0 24px;padding:12px 20px;background:#0e60d2;border-radius:8px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none',
  link: 'color:#0e60d2',
  label: 'margin:0 0 8px;font-size:14px;line-height:20px;color:#444e5d',
  code: 'margin:0 0 24px;font-size:28px;line-height:36px;letter-spacing:6px;font-family:ui-monospace,Menlo,Consolas,monospace',
  picture: 'display:block;margin:0 0 8px;width:200px;height:200px;border:0',
  closing: 'margin:0 0 8px;font-size:13px;line-height:20px;color:#5e6775',
}

function setHtml(letter: Letter): string {
  const { subject, brand, language = 'en', lines, button, link, code, pictures = [], closing } = letter
  const page: unknown = html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${oneLine(subject)}</title>
      </head>
      <body style="${style.page}">
        <div style="${style.card}">
          ${paragraph(brand, style.brand)} ${lines.map((line) => paragraph(line, style.line))}
          ${button ? html`<a href="${button.address}" style="${style.button}">${button.label}</a>` : raw('')}
          ${link ? html`<p style="${style.line}"><a href="${link.address}" style="${style.link}">${link.label}</a></p>` : raw('')}
          ${code ? [paragraph(code.label, style.label), paragraph(code.value, style.code)] : raw('')}
          ${pictures.map(({ label, text, source }) => [
            paragraph(label, style.label),
            html`<img src="${source}" alt="${text}" width="200" height="200" style="${style.picture}" />`,
            paragraph(text, style.label),
          ])}
          ${closing.map((line) => paragraph(line, style.closing))}
        </div>
      </body>
    </html>`
  // hono's escaped text is a String object.
  return String(page)
}

const paragraph = (text: string, look: string) => html`<p style="${look}">${text}</p>`
