/** A number of a table's cell. On phones, which show no column titles, with what it counts. */
export function Labeled({ value, label }: { value: number; label: string }) {
  return (
    <>
      {value.toLocaleString('en-US')}
      <span className="sm:hidden"> {label}</span>
    </>
  )
}
