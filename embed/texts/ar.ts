import { isolated as it } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  frame: {
    poweredBy: 'يعمل بواسطة Bolt Blocks',
    testMode: 'وضع الاختبار',
    offline: 'لا يوجد اتصال. سيستمر كل شيء تلقائيًا فور عودته.',
  },
  refused: {
    title: 'هذا الموقع ليس في القائمة بعد',
    text: (origin) => `لا يمكن عرض كتل مساحة العمل هذه على ${it(origin)}.`,
    remedy: (origin) =>
      `إذا كان هذا موقعك، فافتح Studio واختر Tenant Settings ثم General، وأضف ${it(origin)} إلى مواقعك.`,
    nameless: 'هذا العنوان',
  },
  unavailable: 'هذا غير متاح حاليًا.',
  unknown: {
    title: 'لا توجد كتلة بهذا الاسم',
    text: (name) => `لا توجد كتلة باسم ${it(name)}. إذا كان هذا موقعك، فتحقق من data-block في وسم هذه الصفحة.`,
  },
}
