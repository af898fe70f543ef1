import { isolated as apart } from '#kernel/browser/local.ts'
import type { MailTexts } from './mail-texts.ts'

const once = (life: string) => `يعمل الرابط والرمز مرة واحدة، لمدة ${life}.`
const allGood = 'إذا كان هذا منك، فلا حاجة إلى فعل شيء.'
const notYou =
  'إذا لم يكن هذا منك، فاختر فورًا كلمة مرور جديدة عبر «هل نسيت كلمة المرور؟» في صفحة تسجيل الدخول: سيُسجَّل خروج كل الأجهزة الأخرى.'

/** Isolates names and addresses of the other text direction from the words around them. */
export const ar: MailTexts = {
  orCode: 'أو أدخل هذا الرمز:',
  codeAlone: 'أدخل هذا الرمز:',
  signup: (brand) => ({
    subject: `أكّد بريدك الإلكتروني لدى ${apart(brand)}`,
    lines: [`شكرًا لتسجيلك في ${apart(brand)}.`, 'يُرجى تأكيد أن هذا عنوان بريدك الإلكتروني.'],
    button: 'تأكيد البريد الإلكتروني',
    closing: [once('يوم واحد'), 'إذا لم تسجّل، فتجاهل هذه الرسالة: لا يُفتح حساب من دونك.'],
  }),
  invite: (brand) => ({
    subject: `دعوة إلى ${apart(brand)}`,
    lines: [`تمت دعوتك لفتح حساب في ${apart(brand)}.`],
    button: 'قبول الدعوة',
    closing: [once('يوم واحد'), 'إذا كنت لا تريد حسابًا، فتجاهل هذه الرسالة.'],
  }),
  magiclink: (brand) => ({
    subject: `تسجيل الدخول إلى ${apart(brand)}`,
    lines: [`إليك رابط تسجيل الدخول إلى ${apart(brand)}.`],
    button: 'تسجيل الدخول',
    closing: [
      once('ساعة واحدة'),
      'إذا لم تطلبه، فتجاهل هذه الرسالة. لا أحد يستطيع الدخول من دونها: لا تعطِ الرمز لأحد.',
    ],
  }),
  recovery: (brand) => ({
    subject: `كلمة مرور جديدة لدى ${apart(brand)}`,
    lines: [`طلب أحدهم، وهو أنت على الأرجح، كلمة مرور جديدة لحسابك في ${apart(brand)}.`],
    button: 'اختيار كلمة مرور جديدة',
    closing: [
      once('ساعة واحدة'),
      'إذا لم يكن هذا منك، فتجاهل هذه الرسالة: تبقى كلمة مرورك كما هي. لا تعطِ الرمز لأحد.',
    ],
  }),
  email_change_current: (brand, newEmail) => ({
    subject: `أكّد تغيير بريدك الإلكتروني لدى ${apart(brand)}`,
    lines: [
      `سيتغير عنوان البريد الإلكتروني لحسابك في ${apart(brand)} إلى ${apart(newEmail)}.`,
      'يُرجى تأكيد أنك تريد ذلك. ستصل إلى العنوان الجديد رسالة خاصة به.',
    ],
    button: 'تأكيد التغيير',
    closing: [once('ساعة واحدة'), notYou],
  }),
  email_change_new: (brand, newEmail) => ({
    subject: `أكّد بريدك الإلكتروني الجديد لدى ${apart(brand)}`,
    lines: [
      `سيصبح ${apart(newEmail)} عنوان البريد الإلكتروني لحساب في ${apart(brand)}.`,
      'يُرجى تأكيد أنه عنوانك.',
    ],
    button: 'تأكيد العنوان الجديد',
    closing: [once('ساعة واحدة'), 'إذا لم تطلب هذا، فتجاهل هذه الرسالة: لن يتغير شيء.'],
  }),
  reauthentication: (brand) => ({
    subject: `رمزك لدى ${apart(brand)}`,
    lines: [`بهذا الرمز تؤكد تغييرًا في حسابك في ${apart(brand)}.`],
    closing: [
      'يعمل الرمز مرة واحدة، لمدة ساعة واحدة.',
      'إذا لم تطلبه، فقد سجّل أحدهم الدخول باسمك. لا تعطِ الرمز لأحد.',
      notYou,
    ],
  }),
  already_registered: (brand) => ({
    subject: `لديك حساب في ${apart(brand)} بالفعل`,
    lines: [
      `حاول أحدهم، وهو أنت على الأرجح، التسجيل في ${apart(brand)} بعنوان البريد الإلكتروني هذا.`,
      'لديك حساب بالفعل. سجّل الدخول بكلمة المرور التي اخترتها، أو اختر كلمة جديدة عبر «هل نسيت كلمة المرور؟».',
    ],
    button: 'تسجيل الدخول',
    closing: ['إذا لم يكن هذا منك، فلا حاجة إلى فعل شيء: لم يتغير حسابك.'],
  }),
  password_changed: (brand) => ({
    subject: `تغيّرت كلمة مرورك لدى ${apart(brand)}`,
    lines: [`تغيّرت للتو كلمة مرور حسابك في ${apart(brand)}.`],
    button: 'تسجيل الدخول',
    closing: [allGood, notYou],
  }),
  email_changed: (brand, newEmail) => ({
    subject: `تغيّر بريدك الإلكتروني لدى ${apart(brand)}`,
    lines: [
      `عنوان البريد الإلكتروني لحسابك في ${apart(brand)} هو الآن ${apart(newEmail)}.`,
      'لم يعد هذا العنوان يصلح لتسجيل الدخول.',
    ],
    closing: [
      allGood,
      `إذا لم يكن هذا منك، فأخبر ${apart(brand)} فورًا: لم يعد صندوق البريد هذا يفتح الحساب.`,
    ],
  }),
  factor_added: (brand, name) => ({
    subject: `أُضيفت خطوة ثانية إلى حسابك في ${apart(brand)}`,
    lines: [`يطلب تسجيل الدخول إلى ${apart(brand)} الآن «${apart(name)}» أيضًا.`],
    button: 'تسجيل الدخول',
    closing: [allGood, notYou],
  }),
  factor_removed: (brand, name) => ({
    subject: `أُزيلت خطوة ثانية من حسابك في ${apart(brand)}`,
    lines: [`لم يعد تسجيل الدخول إلى ${apart(brand)} يطلب «${apart(name)}».`],
    button: 'تسجيل الدخول',
    closing: [allGood, notYou],
  }),
  passkey_added: (brand, name) => ({
    subject: `أُضيف مفتاح مرور إلى حسابك في ${apart(brand)}`,
    lines: [`أصبح مفتاح المرور «${apart(name)}» يفتح حسابك في ${apart(brand)}.`],
    button: 'تسجيل الدخول',
    closing: [allGood, 'إذا لم يكن هذا منك، فأزل مفتاح المرور من صفحة حسابك واختر كلمة مرور جديدة.'],
  }),
  passkey_removed: (brand, name) => ({
    subject: `أُزيل مفتاح مرور من حسابك في ${apart(brand)}`,
    lines: [`لم يعد مفتاح المرور «${apart(name)}» يفتح حسابك في ${apart(brand)}.`],
    button: 'تسجيل الدخول',
    closing: [allGood, notYou],
  }),
  identity_added: (brand, name) => ({
    subject: `تم ربط حسابك في ${apart(brand)} مع ${apart(name)}`,
    lines: [`أصبح تسجيل الدخول عبر ${apart(name)} يفتح حسابك في ${apart(brand)} أيضًا.`],
    button: 'تسجيل الدخول',
    closing: [allGood, 'إذا لم يكن هذا منك، فافصل الربط من صفحة حسابك واختر كلمة مرور جديدة.'],
  }),
  identity_removed: (brand, name) => ({
    subject: `لم يعد حسابك في ${apart(brand)} مرتبطًا مع ${apart(name)}`,
    lines: [`لم يعد تسجيل الدخول عبر ${apart(name)} يفتح حسابك في ${apart(brand)}.`],
    button: 'تسجيل الدخول',
    closing: [allGood, notYou],
  }),
  account_deleted: (brand) => ({
    subject: `حُذف حسابك في ${apart(brand)}`,
    lines: [`لم يعد حسابك في ${apart(brand)} موجودًا.`],
    closing: [`إذا لم يكن هذا منك، فأخبر ${apart(brand)} فورًا.`],
  }),
}
