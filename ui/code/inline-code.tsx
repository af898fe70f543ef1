/** Renders text, formatting the parts between backticks as code. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 ? (
      <code key={at} className="font-mono text-mono wrap-anywhere">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
