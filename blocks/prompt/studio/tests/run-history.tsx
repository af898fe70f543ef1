import { formatDateTime } from '#kernel/browser/dates.ts'
import type { PromptTestRun } from '#blocks/prompt/endpoints-studio.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { Table } from '#ui/lists/table.tsx'

const percent = (value: number) => `${Math.round(value)}%`
const shareOf = ({ passed, total }: PromptTestRun) => (total === 0 ? 0 : (passed / total) * 100)

/** The results of a test set over time, each with the change of the sources before it. @param runs newest first */
export function RunHistory({ runs }: { runs: readonly PromptTestRun[] }) {
  const oldestFirst = runs.toReversed()
  return (
    <section aria-labelledby="runs-title" className="mt-10">
      <h3 id="runs-title" className="mb-3 text-subheading">
        Results by change of the sources
      </h3>
      {runs.length > 1 ? (
        <Chart
          label="Passed questions by run"
          points={oldestFirst.map(({ at }) => ({
            name: formatDateTime(at),
            short: formatDateTime(at).slice(0, 6),
          }))}
          series={[{ name: 'Passed', values: oldestFirst.map(shareOf) }]}
          format={percent}
          axis={percent}
          whole
          pointsTitle="Run"
        />
      ) : null}
      <Table
        label="Runs"
        readOnly
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Run', phone: 'title', render: ({ at }) => formatDateTime(at) },
          {
            title: 'Passed',
            phone: 'aside',
            align: 'right',
            render: (run) => (
              <span className="whitespace-nowrap tabular-nums">
                {run.passed} of {run.total} ({percent(shareOf(run))})
              </span>
            ),
          },
          {
            title: 'Sources last changed',
            phone: 'detail',
            quiet: true,
            render: ({ knowledge_at: at }) => (at ? formatDateTime(at) : '–'),
          },
        ]}
      />
    </section>
  )
}
