import { formatDate } from '#kernel/browser/dates.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/base/badge.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Table } from '#ui/lists/table.tsx'
import type { Customer } from '../endpoints.ts'
import { customerAddress, customerName, customerState, moneyWords, signInMethods } from './customer-words.ts'

export interface CustomersTableProps {
  customers: readonly Customer[]
  onOpen: (id: string) => void
  sort?: string | undefined
  onSort: (sort: string) => void
  /** Which customers are selected, and what changes that; absent where there is nothing to do with several. */
  selection?: { ids: readonly string[]; onChange: (ids: readonly string[]) => void } | undefined
}

export function CustomersTable(props: CustomersTableProps) {
  const { customers, onOpen, sort = '-created', onSort, selection } = props
  return (
    <Table
      label="Customers"
      sort={sort}
      onSort={onSort}
      rows={customers}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Customer',
          sort: 'email',
          phone: 'title',
          render: (customer) => <CustomerCell customer={customer} onOpen={onOpen} selection={selection} />,
        },
        {
          title: 'Signs in with',
          phone: 'hidden',
          quiet: true,
          render: ({ providers }) => signInMethods(providers) || 'Nothing yet',
        },
        {
          title: 'Signed up',
          sort: '-created',
          phone: 'hidden',
          quiet: true,
          render: ({ created_at }) => <span className="whitespace-nowrap">{formatDate(created_at)}</span>,
        },
        {
          title: 'Last sign-in',
          sort: '-last-sign-in',
          phone: 'hidden',
          quiet: true,
          render: ({ last_sign_in_at: last }) => (
            <span className="whitespace-nowrap">{last ? formatDate(last) : 'Never'}</span>
          ),
        },
        {
          title: 'Purchases',
          phone: 'aside',
          align: 'right',
          render: ({ purchases, spent }) => (
            <span>
              {purchases}
              {purchases > 0 ? (
                <span className="block text-caption text-text-3">{moneyWords(spent)}</span>
              ) : null}
            </span>
          ),
        },
      ]}
    />
  )
}

function CustomerCell({
  customer,
  onOpen,
  selection,
}: Pick<CustomersTableProps, 'onOpen' | 'selection'> & { customer: Customer }) {
  const name = customerName(customer)
  const address = customerAddress(customer)
  const state = customerState(customer)
  return (
    <span className="flex min-w-0 items-center gap-3 py-1.5">
      {selection ? (
        // Above the area of the button that opens the row.
        <span className="relative z-1">
          <Checkbox
            checked={selection.ids.includes(customer.id)}
            onChange={({ currentTarget }) =>
              selection.onChange(
                currentTarget.checked
                  ? [...selection.ids, customer.id]
                  : selection.ids.filter((id) => id !== customer.id),
              )
            }
          >
            <span className="sr-only">Select {name}</span>
          </Checkbox>
        </span>
      ) : null}
      <span className="max-sm:hidden">
        <Avatar name={name} round plain />
      </span>
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <button type="button" className="bb-row-open" onClick={() => onOpen(customer.id)}>
            {name}
          </button>
          {state ? <Badge tone={state.tone}>{state.label}</Badge> : null}
        </span>
        {address ? (
          <span className="block text-small font-normal wrap-anywhere text-text-2">{address}</span>
        ) : null}
      </span>
    </span>
  )
}
