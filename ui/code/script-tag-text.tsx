import './code-block.css'

/**
 * A script tag as highlighted code, for pictures of code: the front page and the dashboard do not load the highlighter
 * for one tag.
 */
export function ScriptTagText({ attributes }: { attributes: readonly (readonly [string, string])[] }) {
  return (
    <code className="bb-code-line">
      <span data-kind="tag">{'<script'}</span> async{' '}
      {attributes.map(([name, value]) => [
        // Declarations of a style may be on several lines.
        `"${value}"`.split(/(?<=;)/).map((part, at) => (
          <span key={part}>
            <span data-whole="">
              {at ? null : <span data-kind="attr">{name}=</span>}
              <span data-kind="str">{part}</span>
            </span>
            <wbr />
          </span>
        )),
        ' ',
      ])}
      <span data-kind="dim">{'>'}</span>
      <span data-whole="" data-kind="tag">
        {'</script>'}
      </span>
    </code>
  )
}
