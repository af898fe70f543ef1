import { PackageOpen, Webhook } from 'lucide-react'
import { useRef, useState } from 'react'
import { Card } from '#ui/base/card.tsx'
import { PoweredBy } from '#ui/base/powered-by.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { CodeTabs } from '#ui/code/code-tabs.tsx'
import { CopyableId } from '#ui/code/copyable-id.tsx'
import { DrawnTick } from '#ui/base/drawn-tick.tsx'
import { InlineCode } from '#ui/code/inline-code.tsx'
import { ScriptTagText } from '#ui/code/script-tag-text.tsx'
import { ScrollCue } from '#ui/frame/scroll-cue.tsx'
import { EmptyRow, EmptyState } from '#ui/lists/empty-state.tsx'
import { Example } from '#ui/lists/example.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { type ShownFinding, FindingList } from '#ui/lists/finding-list.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { ListToolbar } from '#ui/lists/list-toolbar.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { Pagination } from '#ui/lists/pagination.tsx'
import { Progress } from '#ui/progress.tsx'
import { CardSkeleton, RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Stat } from '#ui/stat.tsx'
import { Tabs } from '#ui/tabs/tabs.tsx'
import { GallerySection } from './gallery-section.tsx'
import { SampleTable } from './sample-table.tsx'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
] as const

const TAG = [
  ['src', '…/v1/bb.js'],
  ['data-block', 'pay'],
] as const
const CODE = `<!-- anywhere in your page -->
<script async src="https://blocks.example/v1/bb.js"
  data-tenant="pk_7Qm2xT9vLr4K" data-block="pay"></script>`

const LONG = Array.from({ length: 20 }, (_, n) => `<p>Paragraph ${n + 1}</p>`).join('')

const FINDINGS: ShownFinding[] = [
  { id: 'a', title: 'Script tag', state: 'pass', verdict: 'Pass', text: 'Found once, with `async`.' },
  { id: 'b', title: 'Site', state: 'fail', verdict: 'Not listed', text: 'Add `https://shop.example`.' },
  {
    id: 'c',
    title: 'Content policy',
    state: 'warn',
    verdict: 'Limited',
    text: 'A header is missing.',
    fixes: [{ name: 'Response header', code: 'frame-src https://blocks.example' }],
  },
  { id: 'd', title: 'Checkout', state: 'info', verdict: 'None found', text: 'Scripts may add it later.' },
]

export function GalleryStates() {
  const [tab, setTab] = useState<'one' | 'two'>('one')
  return (
    <>
      <GallerySection title="Table, tabs">
        <div className="w-full">
          <Tabs
            label="Sample"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'one', label: 'Products', content: <SampleTable /> },
              { value: 'two', label: 'Loading', content: <RowsSkeleton /> },
            ]}
          />
        </div>
      </GallerySection>
      <GallerySection title="List, pages">
        <List />
      </GallerySection>
      <GallerySection title="Notes, failed, empty">
        <div className="w-full space-y-3">
          <Notice>Information that stays</Notice>
          <Notice tone="ok">Your subscription is active</Notice>
          <Notice tone="warn" action={<Button size="small">Try Again</Button>}>
            Your checkout was canceled
          </Notice>
          <Notice tone="danger" title="Not possible">
            And what to do about it.
          </Notice>
          <FailedRow message="Failed to load." onRetry={() => undefined} />
          <Card className="px-5">
            <EmptyState
              icon={<PackageOpen size={22} strokeWidth={1.75} />}
              title="No products yet"
              text="Add the first one and it appears on your page."
              actions={<Button variant="primary">Add Product</Button>}
            />
          </Card>
          <Card className="px-5">
            <EmptyRow
              icon={<Webhook size={18} strokeWidth={1.75} />}
              text="No endpoints yet. Add your URL."
            />
          </Card>
          <Example caption="Example, with made-up products">
            <SampleTable />
          </Example>
          <p className="flex items-center gap-3">
            <DrawnTick size={32} /> Done
            <ModeBadge mode="test" />
            <ModeBadge mode="live" />
          </p>
        </div>
      </GallerySection>
      <GallerySection title="Findings">
        <div className="w-full space-y-3">
          <p>
            <InlineCode text="Words between backticks are `code`." />
          </p>
          <FindingList
            findings={FINDINGS}
            renderAction={({ id }) => (id === 'b' ? <Button size="small">Add this site</Button> : null)}
          />
        </div>
      </GallerySection>
      <GallerySection title="Loading, numbers, facts">
        <div className="grid w-full gap-4 sm:grid-cols-2">
          <CardSkeleton />
          <Card className="flex flex-col gap-4 p-5">
            <Stat label="Sales" value="€3,687.00" note="+40%" />
            <Stat label="Orders" />
            <Progress label="Done" value={0.6} tone="ok" />
            <Facts
              rows={[
                ['Auth', 'Built-in auth'],
                ['Theme', 'Retro'],
                ['Tenant ID', <CopyableId key="id" id="0198a2c4" label="Copy tenant ID" />],
              ]}
            />
          </Card>
        </div>
      </GallerySection>
      <GallerySection title="Code">
        <div className="w-full space-y-4">
          <CodeBlock name="index.html" code={CODE} />
          <CodeBlock name="index.html" code={undefined} waitingText="The key is being generated." />
          <pre className="bb-code p-4">
            <ScriptTagText attributes={TAG} />
          </pre>
          <SampleTabs />
          <PoweredBy href="#powered" label="Powered by us" />
        </div>
      </GallerySection>
      <GallerySection title="A page that goes on below">
        <LongPage />
      </GallerySection>
    </>
  )
}

function LongPage() {
  const frame = useRef<HTMLIFrameElement>(null)
  return (
    <div className="relative w-full">
      <iframe
        ref={frame}
        title="Long page"
        // oxlint-disable-next-line react/iframe-missing-sandbox -- our own text; axe and the button reach into it
        sandbox="allow-scripts allow-same-origin"
        srcDoc={LONG}
        className="bb-continues h-40 w-full"
      />
      <ScrollCue frame={frame} />
    </div>
  )
}

function List() {
  const [q, setQ] = useState('')
  const [filter, setFilter] = useState<'all' | 'active'>('all')
  return (
    <div className="w-full">
      <ListToolbar
        of="products"
        placeholder="Name"
        maxLength={60}
        q={q}
        onSearch={setQ}
        filter={filter}
        filters={FILTERS}
        onFilter={setFilter}
        exporting={false}
        onExport={() => undefined}
      />
      <ListFrame
        loading={false}
        skeleton={<RowsSkeleton />}
        busy={false}
        onRetry={() => undefined}
        onMore={() => undefined}
      >
        <SampleTable label="Listed products" />
      </ListFrame>
      <Pagination newer={false} older onNewer={() => undefined} onOlder={() => undefined} />
    </div>
  )
}

function SampleTabs() {
  const [form, setForm] = useState<'html' | 'element'>('html')
  return (
    <CodeTabs
      label="Form of the code"
      value={form}
      onChange={setForm}
      tabs={[
        { value: 'html', label: 'HTML', code: CODE },
        { value: 'element', label: 'Element', code: '<bb-block block="pay"></bb-block>' },
      ]}
    />
  )
}
