import { isolated as it } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'المحتوى',
  signIn: {
    title: (block) => `سجّل الدخول لرؤية ${it(block)}`,
    text: 'هذا الجزء لأعضاء هذا الموقع.',
    button: 'تسجيل الدخول',
  },
  closed: {
    title: (block) => `ليس لديك إذن لرؤية ${it(block)}`,
    comesWith: (names) => `مشمول مع ${it(names)}.`,
    signInToBuy: (names, price) => `مشمول مع ${it(names)}، ${it(price)}. سجّل الدخول أولاً ثم اشترِه هنا.`,
    buy: (name) => `شراء ${it(name)}`,
    opens: (day) => `يفتح في ${it(day)}.`,
    ask: 'اطلب الإذن من مالك هذا الموقع.',
  },
  paywall: {
    title: (block, plan) => `${it(block)} جزء من ${it(plan)}`,
    text: 'يفتح بالترقية إلى خطة أعلى. يبقى حسابك وبياناتك كما هي.',
    button: 'ترقية الخطة',
    every: { week: '/أسبوع', month: '/شهر', year: '/سنة' },
  },
  empty: 'لا شيء هنا بعد.',
  loading: 'جارٍ التحميل...',
  tryAgain: 'حاول مرة أخرى',
  errors: {
    missing: 'هذه الكتلة غير موجودة، أو تخص شخصًا آخر.',
    no_tenant: 'لم تُحدد مساحة عمل',
    tenant_not_found: 'مساحة العمل غير موجودة',
    load_failed: 'تعذر تحميل الكتلة.',
    unexpected: 'حدث خطأ',
    codes: {
      network: 'لا يوجد اتصال. تحقق من شبكتك وحاول مرة أخرى.',
      too_many_requests: 'طلبات كثيرة جدًا. حاول مرة أخرى لاحقًا.',
      session_ended: 'انتهت الجلسة. سجّل الدخول مرة أخرى.',
    },
  },
}
