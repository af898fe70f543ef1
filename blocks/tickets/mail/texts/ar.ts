import type { TicketWords } from './words.ts'

/** Emails about tickets in Arabic. */
export const ar: TicketWords = {
  letters: {
    issued: ({ event, count }) => ({
      subject: count === 1 ? `تذكرتك لحضور ${event}` : `تذاكرك لحضور ${event} (${count})`,
      lines: [count === 1 ? `هذه تذكرتك لحضور ${event}.` : `هذه تذاكرك لحضور ${event}.`],
    }),
    given: ({ event }) => ({
      subject: `أصبحت لديك تذكرة لحضور ${event}`,
      lines: [`حصلت على تذكرة لحضور ${event}. الرمز أدناه جديد، وهو وحده الصالح.`],
    }),
    changed: ({ event }) => ({
      subject: `تغيير: ${event}`,
      lines: [`تغيّر وقت أو مكان ${event}. تبقى تذاكرك صالحة.`],
    }),
    canceled: ({ event, site }) => ({
      subject: `إلغاء: ${event}`,
      lines: [`ألغى ${site} ${event}. سيُعاد إليك ما دفعته تلقائيًا.`],
    }),
    reminder: ({ event }) => ({
      subject: `قريبًا: ${event}`,
      lines: [`سيبدأ ${event} قريبًا. جهّز تذاكرك.`],
    }),
    offer: ({ event, until }) => ({
      subject: `تذاكر ${event} محجوزة لك`,
      lines: [`كنت على قائمة الانتظار، وتوفرت أماكن الآن. التذاكر محجوزة لك حتى ${until}.`],
    }),
  },
  when: 'الوقت',
  where: 'المكان',
  open: 'عرض تذاكرك',
  take: 'احصل على التذاكر',
  show: 'أظهر هذا الرمز عند الدخول. يمكن لمن يملكه استخدامه، فلا تنشره.',
  claim: 'سجّل هناك بعنوان البريد الإلكتروني هذا لتظهر تذاكرك في حسابك.',
  because: ({ event, site }) => `وصلتك هذه الرسالة لأن لديك تذكرة إلى ${event} من ${site}.`,
  pdf: {
    order: 'الطلب',
    test: 'تذكرة تجريبية: لا تسمح بالدخول',
    online: 'عبر الإنترنت',
  },
  pass: { holder: 'الضيف', type: 'التذكرة' },
}
