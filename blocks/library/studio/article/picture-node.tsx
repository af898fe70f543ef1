import { Node } from '@tiptap/core'
import { NodeViewWrapper, type NodeViewProps, ReactNodeViewRenderer } from '@tiptap/react'
import { useId } from 'react'
import { StoredPicture } from '../media/stored-picture.tsx'

export interface PictureOptions {
  tenantId: string
  /** Opens the dialog for files. */
  choose: () => void
}

export type PictureStorage = Pick<PictureOptions, 'choose'>

declare module '@tiptap/core' {
  interface Storage {
    image: PictureStorage
  }
}

/** A picture of the library's bucket. In copied HTML it has the path of its file and no address. */
export const ArticlePicture = Node.create<PictureOptions, PictureStorage>({
  name: 'image',
  group: 'block',
  draggable: true,
  addOptions: () => ({ tenantId: '', choose: () => undefined }),
  addStorage() {
    return { choose: this.options.choose }
  },
  addAttributes() {
    return {
      path: { default: null, parseHTML: (element) => element.getAttribute('data-bb-path') },
      alt: { default: '' },
      width: { default: null, parseHTML: (element) => sizeIn(element, 0) },
      height: { default: null, parseHTML: (element) => sizeIn(element, 1) },
    }
  },
  parseHTML: () => [{ tag: 'img[data-bb-path]' }],
  renderHTML({ node: { attrs } }) {
    const { path, alt, width, height } = attrs as Record<string, string | number | null>
    return [
      'img',
      {
        'data-bb-path': path,
        alt,
        'data-bb-size': width && height ? `${width}x${height}` : null,
      },
    ]
  },
  addNodeView: () => ReactNodeViewRenderer(PictureView),
})

function sizeIn(element: HTMLElement, at: 0 | 1): number | null {
  const size = Number(element.getAttribute('data-bb-size')?.split('x')[at])
  return Number.isInteger(size) && size > 0 ? size : null
}

/** The picture, and below it what those read who do not see it. */
function PictureView({ node, extension, updateAttributes, selected }: NodeViewProps) {
  const id = useId()
  const { path, alt, width, height } = node.attrs as {
    path: string
    alt: string
    width: number | null
    height: number | null
  }
  const { tenantId } = extension.options as PictureOptions
  return (
    <NodeViewWrapper className="bb-article-picture" data-selected={selected ? '' : undefined}>
      <div data-drag-handle>
        <StoredPicture
          tenantId={tenantId}
          path={path}
          alt={alt}
          width={width ?? undefined}
          height={height ?? undefined}
        />
      </div>
      <label htmlFor={id} className="bb-hint">
        Description for readers who cannot see it
      </label>
      <input
        id={id}
        className="bb-input"
        maxLength={300}
        value={alt}
        onChange={({ currentTarget: { value } }) => updateAttributes({ alt: value })}
      />
    </NodeViewWrapper>
  )
}
