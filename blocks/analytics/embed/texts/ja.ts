import { plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: '数字',
  views: (count) => plural(count, { other: '# 回の表示' }),
  visits: (count) => plural(count, { other: '# 回の訪問' }),
  visitors: (count) => plural(count, { other: '# 人の訪問者' }),
  members: (count) => plural(count, { other: '# 人のメンバー' }),
  orders: (count) => plural(count, { other: '# 件の注文' }),
  errors: {
    no_tenant: 'テナントが指定されていません',
    tenant_not_found: 'テナントが見つかりません',
    load_failed: '数字を読み込めませんでした',
  },
}
