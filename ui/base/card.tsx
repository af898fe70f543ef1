import './card.css'
import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'

/** A surface with a hairline border. Never nest cards: separate content with a hairline or a `bb-well`. */
export function Card({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={classNames('bb-card', className)} />
}
