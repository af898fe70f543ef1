import { FileUp } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { membersText, useChangeRoleMembers } from '#studio/audience/use-roles.ts'
import { Field } from '#ui/base/field.tsx'
import { Textarea } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { type MatchedList, useMatchedList } from './use-role-changes.ts'

/** Gives a role to the members in a list: pasted, or from a CSV file. Matches and errors are shown first. */
export function RoleListDialog(props: { tenantId: string; role: string; onClose: () => void }) {
  const { tenantId, role, onClose } = props
  const [text, setText] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const { data: list, isFetching, isError } = useMatchedList(tenantId, useDeferredValue(text))
  const give = useChangeRoleMembers(tenantId, onClose)
  const matches = list?.members.length ?? 0
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Give ${role} to a list`}
      description="One email or customer ID per line, or a CSV file with a column of them."
      onSubmit={() => {
        if (list && matches > 0 && !give.isPending)
          give.mutate({ role, give: list.members.map(({ id }) => id) })
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={matches === 0 && 'No member matches yet.'}
            busy={give.isPending}
            busyLabel="Giving..."
          >
            {matches > 0 ? `Give to ${membersText(matches)}` : 'Give role'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Members"
          aside={
            <>
              <Button
                size="small"
                variant="ghost"
                icon={<FileUp size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => file.current?.click()}
              >
                Choose CSV file
              </Button>
              <input
                ref={file}
                type="file"
                accept=".csv,.txt,text/csv,text/plain"
                aria-label="CSV file"
                className="hidden"
                onChange={({ currentTarget }) => {
                  void currentTarget.files?.[0]?.text().then(setText)
                  // Choosing the same file again must read it again.
                  currentTarget.value = ''
                }}
              />
            </>
          }
        >
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              spellCheck={false}
              placeholder={'ada@example.com\ngrace@example.com'}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <output aria-live="polite" className="block">
          {isError ? (
            <Notice tone="danger">The members could not be matched. Change the list to try again.</Notice>
          ) : list ? (
            <Preview list={list} />
          ) : isFetching ? (
            <span className="text-text-2">Matching...</span>
          ) : null}
        </output>
      </div>
    </Dialog>
  )
}

/** Errors beyond this many are counted. */
const MOST_PROBLEMS = 50

function Preview({ list: { members, problems } }: { list: MatchedList }) {
  const more = problems.length - MOST_PROBLEMS
  return (
    <>
      <p className="font-label">
        {membersText(members.length)} found
        {problems.length > 0
          ? `, ${problems.length} ${problems.length === 1 ? 'line' : 'lines'} left out`
          : ''}
      </p>
      {problems.length > 0 ? (
        <ul
          aria-label="Lines left out"
          className="mt-2 max-h-40 divide-y divide-line overflow-auto border-y border-line text-small"
        >
          {problems.slice(0, MOST_PROBLEMS).map(({ line, text, problem }) => (
            <li key={line} className="flex gap-3 py-1.5">
              <span className="w-16 shrink-0 text-text-2 tabular-nums">Line {line}</span>
              <span className="min-w-0 wrap-anywhere">
                {problem}
                <span className="text-text-2"> · {text}</span>
              </span>
            </li>
          ))}
          {more > 0 ? <li className="py-1.5 text-text-2">and {more} more</li> : null}
        </ul>
      ) : null}
    </>
  )
}
