import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'コンテンツ',
  signIn: {
    title: (block) => `${block} を見るにはログインしてください`,
    text: 'この部分はこのサイトの会員専用です。',
    button: 'ログイン',
  },
  closed: {
    title: (block) => `${block} へのアクセス権がありません`,
    comesWith: (names) => `${names} に含まれます。`,
    signInToBuy: (names, price) =>
      `${names}（${price}）に含まれます。先にログインしてから、ここで購入できます。`,
    buy: (name) => `${name} を購入`,
    opens: (day) => `${day} に公開されます。`,
    ask: 'このサイトの運営者にアクセスを依頼してください。',
  },
  paywall: {
    title: (block, plan) => `${block} は ${plan} に含まれます`,
    text: 'アップグレードすると開けます。アカウントとデータはそのままです。',
    button: 'プランを変更',
    every: { week: '/週', month: '/月', year: '/年' },
  },
  empty: 'まだ何もありません。',
  loading: '読み込み中...',
  tryAgain: 'もう一度試す',
  errors: {
    missing: 'このブロックは存在しないか、ほかの人のものです。',
    no_tenant: 'ワークスペースが指定されていません',
    tenant_not_found: 'ワークスペースが見つかりません',
    load_failed: 'ブロックを読み込めませんでした。',
    unexpected: 'エラーが発生しました',
    codes: {
      network: '接続がありません。ネットワークを確認して、もう一度お試しください。',
      too_many_requests: 'リクエストが多すぎます。しばらくしてからもう一度お試しください。',
      session_ended: 'セッションが終了しました。もう一度ログインしてください。',
    },
  },
}
