import type { MailTexts } from './mail-texts.ts'

const once = (life: string) => `リンクとコードは一度だけ、${life}有効です。`
const ignore = 'お心当たりのない場合は、このメールを無視してください。'
const allGood = 'ご本人の操作であれば、何もする必要はありません。'
const notYou =
  'お心当たりのない場合は、すぐにログインページの「パスワードをお忘れですか？」から新しいパスワードを設定してください。ほかのすべての端末がログアウトされます。'

export const ja: MailTexts = {
  orCode: 'または、次のコードを入力してください：',
  codeAlone: '次のコードを入力してください：',
  signup: (brand) => ({
    subject: `${brand}：メールアドレスの確認`,
    lines: [
      `${brand} へのご登録ありがとうございます。`,
      'このメールアドレスがご本人のものであることをご確認ください。',
    ],
    button: 'メールアドレスを確認する',
    closing: [once('1日間'), `${ignore}確認がなければアカウントは作成されません。`],
  }),
  invite: (brand) => ({
    subject: `${brand} への招待`,
    lines: [`${brand} のアカウント作成に招待されました。`],
    button: '招待を受ける',
    closing: [once('1日間'), 'アカウントが不要な場合は、このメールを無視してください。'],
  }),
  magiclink: (brand) => ({
    subject: `${brand} へのログイン`,
    lines: [`${brand} にログインするためのリンクをお送りします。`],
    button: 'ログイン',
    closing: [
      once('1時間'),
      `${ignore}このメールがなければ誰もログインできません。コードは誰にも教えないでください。`,
    ],
  }),
  recovery: (brand) => ({
    subject: `${brand}：新しいパスワードの設定`,
    lines: [`${brand} のアカウントについて、新しいパスワードの設定が求められました。`],
    button: '新しいパスワードを設定する',
    closing: [once('1時間'), `${ignore}パスワードは変わりません。コードは誰にも教えないでください。`],
  }),
  email_change_current: (brand, newEmail) => ({
    subject: `${brand}：メールアドレス変更の確認`,
    lines: [
      `${brand} のアカウントのメールアドレスが ${newEmail} に変更されようとしています。`,
      'この変更でよろしければご確認ください。新しいアドレスにも別のメールをお送りします。',
    ],
    button: '変更を確認する',
    closing: [once('1時間'), notYou],
  }),
  email_change_new: (brand, newEmail) => ({
    subject: `${brand}：新しいメールアドレスの確認`,
    lines: [
      `${newEmail} が ${brand} のアカウントのメールアドレスになります。`,
      'ご本人のアドレスであることをご確認ください。',
    ],
    button: '新しいアドレスを確認する',
    closing: [once('1時間'), `${ignore}何も変更されません。`],
  }),
  reauthentication: (brand) => ({
    subject: `${brand} の確認コード`,
    lines: [`このコードで ${brand} のアカウントの変更を確認します。`],
    closing: [
      'コードは一度だけ、1時間有効です。',
      'お心当たりのない場合、誰かがあなたとしてログインしています。コードは誰にも教えないでください。',
      notYou,
    ],
  }),
  already_registered: (brand) => ({
    subject: `${brand} のアカウントはすでにあります`,
    lines: [
      `このメールアドレスで ${brand} への登録が試みられました。`,
      'アカウントはすでにあります。以前のパスワードでログインするか、「パスワードをお忘れですか？」から新しいパスワードを設定してください。',
    ],
    button: 'ログイン',
    closing: ['お心当たりのない場合も、何もする必要はありません。アカウントは変わっていません。'],
  }),
  password_changed: (brand) => ({
    subject: `${brand} のパスワードが変更されました`,
    lines: [`${brand} のアカウントのパスワードが変更されました。`],
    button: 'ログイン',
    closing: [allGood, notYou],
  }),
  email_changed: (brand, newEmail) => ({
    subject: `${brand} のメールアドレスが変更されました`,
    lines: [
      `${brand} のアカウントのメールアドレスは ${newEmail} になりました。`,
      'このアドレスではログインできなくなりました。',
    ],
    closing: [
      allGood,
      `お心当たりのない場合は、すぐに ${brand} へご連絡ください。このメールボックスではもうアカウントを開けません。`,
    ],
  }),
  factor_added: (brand, name) => ({
    subject: `${brand} のアカウントに2段階認証が追加されました`,
    lines: [`${brand} へのログインで「${name}」も求められるようになりました。`],
    button: 'ログイン',
    closing: [allGood, notYou],
  }),
  factor_removed: (brand, name) => ({
    subject: `${brand} のアカウントから2段階認証が削除されました`,
    lines: [`${brand} へのログインで「${name}」は求められなくなりました。`],
    button: 'ログイン',
    closing: [allGood, notYou],
  }),
  passkey_added: (brand, name) => ({
    subject: `${brand} のアカウントにパスキーが追加されました`,
    lines: [`パスキー「${name}」で ${brand} のアカウントにログインできるようになりました。`],
    button: 'ログイン',
    closing: [
      allGood,
      'お心当たりのない場合は、アカウントページでこのパスキーを削除し、新しいパスワードを設定してください。',
    ],
  }),
  passkey_removed: (brand, name) => ({
    subject: `${brand} のアカウントからパスキーが削除されました`,
    lines: [`パスキー「${name}」では ${brand} のアカウントにログインできなくなりました。`],
    button: 'ログイン',
    closing: [allGood, notYou],
  }),
  identity_added: (brand, name) => ({
    subject: `${brand} のアカウントが ${name} と連携されました`,
    lines: [`${name} でのログインでも ${brand} のアカウントを開けるようになりました。`],
    button: 'ログイン',
    closing: [
      allGood,
      'お心当たりのない場合は、アカウントページで連携を解除し、新しいパスワードを設定してください。',
    ],
  }),
  identity_removed: (brand, name) => ({
    subject: `${brand} のアカウントと ${name} の連携が解除されました`,
    lines: [`${name} でのログインでは ${brand} のアカウントを開けなくなりました。`],
    button: 'ログイン',
    closing: [allGood, notYou],
  }),
  account_deleted: (brand) => ({
    subject: `${brand} のアカウントが削除されました`,
    lines: [`${brand} のアカウントはなくなりました。`],
    closing: [`お心当たりのない場合は、すぐに ${brand} へご連絡ください。`],
  }),
}
