import { type PropType, defineComponent, h, inject, onBeforeUnmount, onMounted, onUpdated, ref } from 'vue'
import { type BlockSettings, attributesOf, linkOf, roomOf } from '#packages/js/attributes.ts'
import type { BlockName, BlocksEventMap, BlocksTheme } from '#packages/js/types.ts'
import { AROUND } from './around.ts'

type Heard<K extends keyof BlocksEventMap> = (
  detail: BlocksEventMap[K],
  event: CustomEvent<BlocksEventMap[K]>,
) => boolean
const any = () => true

const EMITS = {
  ready: any as Heard<'ready'>,
  'signed-in': any as Heard<'signed-in'>,
  'signed-out': any as Heard<'signed-out'>,
  purchase: any as Heard<'purchase'>,
  resize: any as Heard<'resize'>,
  error: any as Heard<'error'>,
}

/** A block, where it stands. Another block, tenant or look makes it anew. The slot is shown where the script is kept out. */
export const BbBlock = defineComponent({
  name: 'BbBlock',
  inheritAttrs: false,
  props: {
    block: { type: String as PropType<BlockName>, required: true },
    id: String,
    tenant: String,
    theme: String as PropType<BlocksTheme>,
    locale: String,
    height: Number,
    data: Object as PropType<Record<string, string>>,
  },
  emits: EMITS,
  setup(props, { attrs, emit, slots }) {
    const around = inject(AROUND, undefined)
    const element = ref<HTMLElement>()
    let heard: HTMLElement | undefined
    const hear = (event: Event) => {
      const { type, detail } = event as CustomEvent<never>
      emit(type.slice('bb:'.length) as 'ready', detail, event as CustomEvent<never>)
    }
    const listen = (to: HTMLElement | undefined) => {
      if (to === heard) return
      for (const name of Object.keys(EMITS)) {
        heard?.removeEventListener(`bb:${name}`, hear)
        to?.addEventListener(`bb:${name}`, hear)
      }
      heard = to
    }
    onMounted(() => listen(element.value))
    onUpdated(() => listen(element.value))
    onBeforeUnmount(() => listen(undefined))

    return () => {
      const settings: BlockSettings = {
        ...props,
        tenant: props.tenant ?? around?.tenant,
        theme: props.theme ?? around?.theme,
        locale: props.locale ?? around?.locale,
      }
      const link = around?.host ? linkOf(around.host, settings) : undefined
      if (around?.failed)
        return slots.default?.() ?? (link ? h('a', { ...attrs, href: link.href }, link.text) : null)
      const room = roomOf(settings)
      return h('bb-block', {
        ref: element,
        key: JSON.stringify(settings),
        ...attributesOf(settings),
        ...attrs,
        style: [{ display: 'block', minHeight: room === undefined ? undefined : `${room}px` }, attrs.style],
      } as Record<string, unknown>)
    }
  },
})
