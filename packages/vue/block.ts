import { type PropType, defineComponent, h, inject, onBeforeUnmount, onMounted, onUpdated, ref } from 'vue'
import { type BlockSettings, attributesOf, linkOf, roomOf } from '#packages/js/attributes.ts'
import type { BlockName, BlocksEventMap, BlocksTheme } from '#packages/js/types.ts'
import { PROVIDER_SETTINGS } from './provider-settings.ts'

type Validator<K extends keyof BlocksEventMap> = (
  detail: BlocksEventMap[K],
  event: CustomEvent<BlocksEventMap[K]>,
) => boolean
const any = () => true

const EMITS = {
  ready: any as Validator<'ready'>,
  'signed-in': any as Validator<'signed-in'>,
  'signed-out': any as Validator<'signed-out'>,
  purchase: any as Validator<'purchase'>,
  submitted: any as Validator<'submitted'>,
  resize: any as Validator<'resize'>,
  error: any as Validator<'error'>,
}

/**
 * Renders a block in this position. Changing the block, tenant, theme or language recreates its element. The
 * slot is shown when the script cannot be loaded.
 */
export const BbBlock = defineComponent({
  name: 'BbBlock',
  inheritAttrs: false,
  props: {
    block: { type: String as PropType<BlockName>, required: true },
    id: String,
    tenant: String,
    theme: String as PropType<BlocksTheme>,
    locale: String,
    heading: String as PropType<'none'>,
    height: Number,
    data: Object as PropType<Record<string, string>>,
  },
  emits: EMITS,
  setup(props, { attrs, emit, slots }) {
    const around = inject(PROVIDER_SETTINGS, undefined)
    const element = ref<HTMLElement>()
    let current: HTMLElement | undefined
    const handle = (event: Event) => {
      const { type, detail } = event as CustomEvent<never>
      emit(type.slice('bb:'.length) as 'ready', detail, event as CustomEvent<never>)
    }
    const listen = (to: HTMLElement | undefined) => {
      if (to === current) return
      for (const name of Object.keys(EMITS)) {
        current?.removeEventListener(`bb:${name}`, handle)
        to?.addEventListener(`bb:${name}`, handle)
      }
      current = to
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
      const height = roomOf(settings)
      return h('bb-block', {
        ref: element,
        key: JSON.stringify(settings),
        ...attributesOf(settings),
        ...attrs,
        style: [
          { display: 'block', minHeight: height === undefined ? undefined : `${height}px` },
          attrs.style,
        ],
      } as Record<string, unknown>)
    }
  },
})
