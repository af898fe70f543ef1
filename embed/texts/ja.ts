import type { Texts } from './en.ts'

export const texts: Texts = {
  frame: {
    poweredBy: 'Bolt Blocks で動作',
    testMode: 'テストモード',
    offline: '接続がありません。接続が戻ると自動的に続きます。',
  },
  refused: {
    title: 'このサイトはまだ一覧にありません',
    text: (origin) => `このワークスペースのブロックは ${origin} に表示できません。`,
    remedy: (origin) =>
      `ご自分のサイトの場合は、Studio で Tenant Settings、General の順に開き、サイトに ${origin} を追加してください。`,
    nameless: 'このアドレス',
  },
  unavailable: '現在ご利用いただけません。',
  unknown: {
    title: 'このブロックはありません',
    text: (name) =>
      `${name} という名前のブロックはありません。ご自分のサイトの場合は、このページのタグの data-block を確認してください。`,
  },
}
