import { plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'الأرقام',
  views: (count) =>
    plural(count, {
      one: 'مشاهدة واحدة',
      two: 'مشاهدتان',
      few: '# مشاهدات',
      many: '# مشاهدة',
      zero: '# مشاهدة',
      other: '# مشاهدة',
    }),
  visits: (count) =>
    plural(count, {
      one: 'زيارة واحدة',
      two: 'زيارتان',
      few: '# زيارات',
      many: '# زيارة',
      zero: '# زيارة',
      other: '# زيارة',
    }),
  visitors: (count) =>
    plural(count, {
      one: 'زائر واحد',
      two: 'زائران',
      few: '# زوار',
      many: '# زائرًا',
      zero: '# زائر',
      other: '# زائر',
    }),
  members: (count) =>
    plural(count, {
      one: 'عضو واحد',
      two: 'عضوان',
      few: '# أعضاء',
      many: '# عضوًا',
      zero: '# عضو',
      other: '# عضو',
    }),
  orders: (count) =>
    plural(count, {
      one: 'طلب واحد',
      two: 'طلبان',
      few: '# طلبات',
      many: '# طلبًا',
      zero: '# طلب',
      other: '# طلب',
    }),
  errors: {
    no_tenant: 'لم يُحدَّد مستأجر',
    tenant_not_found: 'المستأجر غير موجود',
    load_failed: 'تعذر تحميل الأرقام',
  },
}
