/** Explains an empty table, where a template would show its fields. */
export function EmptyTablePreview() {
  return (
    <section aria-label="Preview: Empty table">
      <h3 className="text-subheading">Empty table</h3>
      <p className="mt-1 text-small text-text-2">
        It has one field, <strong className="font-label">Name</strong>. Add your own: texts, numbers, money,
        dates, choices, files, members, and rows of other tables.
      </p>
      <h4 className="mt-4 text-small font-label">Access</h4>
      <p className="mt-0.5 text-small text-text-2">
        Only you and your staff, until you choose otherwise under Access.
      </p>
    </section>
  )
}
