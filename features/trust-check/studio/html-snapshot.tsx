/** The page's HTML, shown as text because it is untrusted: nothing in it runs, loads or links anywhere. */
export function HtmlSnapshot(props: { html: string | undefined; truncated: boolean | undefined }) {
  const { html, truncated } = props
  return (
    <section aria-labelledby="html-title">
      <h2 id="html-title" className="mb-3 text-subheading">
        HTML snapshot
      </h2>
      {html ? (
        <figure className="bb-code">
          <figcaption className="bb-code-head">
            <span>{truncated ? 'Start of the page, as text' : 'The page, as text'}</span>
          </figcaption>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
          <pre tabIndex={0} aria-label="HTML of the page" className="max-h-[420px] overflow-y-auto">
            {html}
          </pre>
        </figure>
      ) : (
        <p className="text-text-2">
          {html === undefined
            ? 'We do not store the page. Run the check again to see it.'
            : 'The response has no HTML.'}
        </p>
      )}
    </section>
  )
}
