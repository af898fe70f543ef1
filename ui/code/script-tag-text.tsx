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
        <span key={name} data-whole="">
          <span data-kind="attr">{name}</span>=<span data-kind="str">{`"${value}"`}</span>
        </span>,
        ' ',
      ])}
      <span data-kind="tag">{'></script>'}</span>
    </code>
  )
}
