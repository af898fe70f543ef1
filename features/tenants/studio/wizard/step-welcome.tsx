import { Link } from 'react-router'
import { buttonStyle } from '#ui/base/button.tsx'
import { Button } from '#ui/button.tsx'
import { EmbedSample } from '../sites/embed-sample.tsx'
import { StepPane } from './step-pane.tsx'

/** An overview of the steps. */
export function StepWelcome({ onNext }: { onNext: () => void }) {
  return (
    <>
      <StepPane
        title="Welcome to Bolt Blocks"
        text="Name your site, copy one tag, and your page has its first block. It takes less than a minute."
        actions={
          <>
            <Button variant="primary" onClick={onNext}>
              Get Started
            </Button>
            <Link {...buttonStyle({ variant: 'ghost' })} to="/studio">
              Not now
            </Link>
          </>
        }
      >
        <ol className="flex flex-col gap-4">
          <Promise number={1} title="Name your tenant">
            A tenant is one site with its key, theme, payments and products.
          </Promise>
          <Promise number={2} title="Copy the tag">
            Sign-in and products appear wherever you paste it, on any page that accepts HTML.
          </Promise>
          <Promise number={3} title="Connect payments when you are ready">
            Everything starts in test mode, where no one is charged.
          </Promise>
        </ol>
      </StepPane>
      <EmbedSample />
    </>
  )
}

function Promise(props: { number: number; title: string; children: string }) {
  return (
    <li className="flex gap-3">
      <span aria-hidden="true" className="w-4 shrink-0 text-text-3 tabular-nums">
        {props.number}
      </span>
      <div>
        <p className="font-medium">{props.title}</p>
        <p className="text-text-2">{props.children}</p>
      </div>
    </li>
  )
}
