import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CUSTOMERS_PAGE, ALL_CUSTOMERS, readCustomersView, writeCustomersView } from './customers-view.ts'

const read = (query: string) => readCustomersView(new URLSearchParams(query))

test('filter, search and pages are read from the URL; unknown values show all customers', () => {
  assert.deepEqual(read(''), ALL_CUSTOMERS)
  assert.deepEqual(read('filter=banned&q= ada &shown=3'), {
    filter: 'banned',
    q: 'ada',
    limit: 3 * CUSTOMERS_PAGE,
  })
  for (const shown of ['0', '-2', 'x', '', 'Infinity', 'NaN', '1e99'])
    assert.ok(read(`shown=${shown}`).limit >= CUSTOMERS_PAGE && read(`shown=${shown}`).limit <= 1000, shown)
  assert.equal(read('filter=<script>').filter, 'all')
  assert.equal(read(`q=${'x'.repeat(999)}`).q.length, 200)
})

test('the URL keeps other parameters and leaves out default values', () => {
  const query = new URLSearchParams('tenant=t&customer=c&q=old&shown=2')
  assert.equal(writeCustomersView(query, ALL_CUSTOMERS), '?tenant=t&customer=c')
  const view = { filter: 'buyers', q: 'a&b', limit: 2 * CUSTOMERS_PAGE } as const
  const written = writeCustomersView(query, view)
  assert.equal(written, '?tenant=t&customer=c&filter=buyers&q=a%26b&shown=2')
  assert.deepEqual(read(written), view)
  assert.equal(writeCustomersView(new URLSearchParams('q=x'), ALL_CUSTOMERS), '')
  const readers = { ...ALL_CUSTOMERS, role: 'Reading club' }
  assert.equal(writeCustomersView(new URLSearchParams('tenant=t'), readers), '?tenant=t&role=Reading+club')
  assert.deepEqual(read('role=Reading+club'), readers)
  assert.equal(writeCustomersView(new URLSearchParams('role=Editor'), ALL_CUSTOMERS), '')
})
