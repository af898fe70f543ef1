import { isolated as apart } from '#kernel/browser/local.ts'
import { type BuyerWords, paid } from './words.ts'

const every = { week: 'أسبوعيًا', month: 'شهريًا', year: 'سنويًا' }

/** Emails to buyers in Arabic. */
export const ar: BuyerWords = {
  'order-paid-buyer': (f) => ({
    subject: f.renewal ? `دفعتك إلى ${apart(f.shop)}` : `طلبك من ${apart(f.shop)}`,
    lines: [
      f.renewal ? `اشتراكك مستمر: ${apart(f.product)}.` : `شكرًا لك. تم دفع طلبك: ${apart(f.product)}.`,
      `المبلغ: ${paid(f, every)}`,
    ],
    button: `العودة إلى ${apart(f.shop)}`,
    ...(f.manage && { manage: 'إدارة الاشتراك أو إلغاؤه' }),
    closing: [
      ...(f.guest ? ['سجّل هناك بعنوان البريد الإلكتروني هذا ليُحفظ هذا الشراء في حسابك.'] : []),
      'تظهر الدفعة في كشف حسابك باسم المتجر. أما الأسئلة عن الطلب فيجيب عنها المتجر.',
    ],
  }),
  'order-refunded-buyer': (f) => ({
    subject: `استرداد أموالك من ${apart(f.shop)}`,
    lines: [
      `أعاد ${apart(f.shop)} إليك مالًا مقابل ${apart(f.product)}.`,
      `المُسترد حتى الآن: ${apart(f.refunded)} من ${apart(f.amount)}`,
    ],
    button: `العودة إلى ${apart(f.shop)}`,
    closing: ['قد يستغرق ظهوره في حسابك المصرفي من 5 إلى 10 أيام.'],
  }),
  'order-payment-failed-buyer': (f) => ({
    subject: `لم تنجح دفعتك إلى ${apart(f.shop)}`,
    lines: [
      `لم تتم عملية الدفع مقابل ${apart(f.product)}.`,
      f.manage
        ? 'ستُعاد المحاولة في الأيام القادمة. غيّر بطاقتك من الرابط أدناه لتحتفظ بما لديك.'
        : 'ستُعاد المحاولة في الأيام القادمة. غيّر بطاقتك ضمن مشترياتك لتحتفظ بما لديك.',
    ],
    button: `العودة إلى ${apart(f.shop)}`,
    ...(f.manage && { manage: 'إدارة الاشتراك أو إلغاؤه' }),
    closing: [],
  }),
  'order-ended-buyer': (f) => ({
    subject: `انتهى اشتراكك في ${apart(f.shop)}`,
    lines: [`انتهى ${apart(f.product)}. لن يُخصم منك أي مبلغ بعد الآن.`],
    button: `العودة إلى ${apart(f.shop)}`,
    closing: [],
  }),
}
